import { indexRanges, type RangeIndex } from '../text/range-index.ts'
import type { Block, Link, Structure } from '../text/block.ts'
import type { Range } from '../text/range.ts'

/** A structure to be asked what stands around a place; made once per answer in which a name may stand. */
export type Layout = {
  blocks: RangeIndex<Block>
  bold: RangeIndex<Range>
  /** By their labels. */
  links: RangeIndex<Link>
  urls: RangeIndex<Range>
  /** Code, the targets of links, and sources: a name in them is no mention. */
  closed: RangeIndex<Range>
}

export function layOut({ blocks, bold, links, urls, code, references }: Structure): Layout {
  const targets = links.map(({ urlStart, urlEnd }) => ({ start: urlStart, end: urlEnd }))
  return {
    blocks: indexRanges(blocks, (block) => block),
    bold: indexRanges(bold, (range) => range),
    links: indexRanges(links, ({ labelStart, labelEnd }) => ({ start: labelStart, end: labelEnd })),
    urls: indexRanges(urls, (range) => range),
    closed: indexRanges([...code, ...targets, ...references], (range) => range),
  }
}
