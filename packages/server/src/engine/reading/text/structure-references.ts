import { wordsOf } from './structure-headings.ts'
import type { Block } from './block.ts'
import type { Range } from './range.ts'

const label =
  /^(?:sources?(?: cited)?|references?|citations?|works cited|bibliography|further reading|(?:useful )?links|learn more|quellen(?:angaben)?|einzelnachweise|sources? et références|références|fuentes|referencias|источники|ссылки|список литературы|出典|参考(?:文献|資料|リンク|サイト)?|情報源|来源|参考资料|출처)\s*[:：]?[*_\s]*$/iu
const runIn =
  /^(?:sources?|references?|citations?|quellen?|références|fuentes?|источники?|出典|参考(?:文献|資料)?|来源|출처)[*_]*\s*[:：][*_]*\s*(?=\S)/iu

/** Lists of sources: from a label like "Sources:" over what belongs to it, and paragraphs that begin with one. */
export function findReferences(text: string, blocks: Block[]): Range[] {
  const found: Range[] = []
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (block === undefined || block.kind === 'code' || block.kind === 'row') continue
    const words = wordsOf(text, block)
    if (label.test(words) && block.end - block.start < 60) {
      const last = lastOfSources(text, blocks, at)
      found.push({ start: block.start, end: blocks[last]?.end ?? block.end })
      at = last
    } else if (
      runIn.test(words) &&
      /https?:|\]\(|\[\d|www\.|【/.test(text.slice(block.start, Math.min(block.end, block.start + 400)))
    ) {
      found.push({ start: block.start, end: block.end })
    }
  }
  return found
}

/** What follows the label while it looks like sources: items, rows, or paragraphs with an address. */
function lastOfSources(text: string, blocks: Block[], label: number): number {
  let last = label
  for (let at = label + 1; at < blocks.length; at++) {
    const block = blocks[at]
    if (block === undefined || block.kind === 'heading') break
    const words = text.slice(block.start, Math.min(block.end, block.start + 400))
    if (block.kind === 'paragraph' && !/https?:|www\.|\]\(|^\s*\[/.test(words)) break
    last = at
  }
  return last
}
