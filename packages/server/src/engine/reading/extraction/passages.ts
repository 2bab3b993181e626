import type { Mention } from '../names/mentions.ts'
import type { Block, Structure } from '../text/block.ts'
import type { Range } from '../text/range.ts'

/** Where in an answer a mention stands and which part of the text is about it. */
export type Passage = {
  mention: Mention
  /** The item, row or heading that the mention opens: "1. **Notion** – …", "Best overall: Notion". */
  heads: Block | null
  /** It opens the block itself, without a label before it. */
  opensBlock: boolean
  /** The innermost block around it. */
  block: Block | null
  sentence: Range
  /** The whole entry it opens, or the clause it stands in. */
  about: Range
}

/** In the order of the mentions; linear, since no passage looks further than 600 units around. */
export function passagesOf(text: string, structure: Structure, mentions: Mention[]): Passage[] {
  const blocks = structure.blocks.filter(({ kind }) => kind !== 'code')
  let at = 0
  const found = mentions
    .toSorted((a, b) => a.start - b.start)
    .map((mention): Passage => {
      while (at + 1 < blocks.length && (blocks[at + 1]?.start ?? Infinity) <= mention.start) at++
      const candidate = blocks[at]
      const block =
        candidate !== undefined && candidate.start <= mention.start && mention.start < candidate.end ? candidate : null
      const sentence = sentenceAround(text, block ?? { start: 0, end: text.length }, mention)
      const lead = block === null ? null : leadBefore(text, block, mention)
      return {
        mention,
        heads: lead === null ? null : block,
        opensBlock: lead === 'none',
        block,
        sentence,
        about: sentence,
      }
    })
  found.forEach((passage, index) => (passage.about = aboutOf(text, passage, found, index)))
  return found
}

const stops =
  /(?<!(?:^|[^\p{L}])(?:\p{L}|e\.g|i\.e|vs|etc|inc|corp|ltd|dr|mr|mrs|st|no|approx|bzw|ca|т\.\s?[дпе])|\d)[.!?](?=["”»)*_\]]{0,3}(?:\s|$|\p{Lu}))|[.!?](?=\s{1,3}\p{Lu})|[。！？\n]/giu

/** Up to 500 units before and 600 after. */
function sentenceAround(text: string, within: Range, { start, end }: Range): Range {
  const from = Math.max(within.start, start - 500)
  const until = Math.min(within.end, end + 600)
  const before = [...text.slice(from, start).matchAll(stops)].at(-1)
  const after = text.slice(end, until).search(stops)
  return {
    start: before === undefined ? from : from + before.index + 1,
    end: after < 0 ? until : Math.min(until, end + after + 1),
  }
}

const marks = /[\s*_#>"“”„«»'‘’()[\]{}|•·‣▪◦●+~`\\–—\-‑:.\d<>/]|\p{Extended_Pictographic}|\ufe0f/gu
const paired = /^[^.!?:;]{1,40}(?:,|&|\/|\s(?:or|and|und|oder|et|ou|y|o|и|или)\s)\s?[*_"“[]*$/iu
const mayPrecede = /^(?:the|a|an|der|die|das|le|la|les|el|los|new|google|microsoft)$/iu

/**
 * What stands before a mention that opens its item, row cell or heading: nothing but marks or an article, or a label
 * ("Best value:", "Etsy or"); null when it opens none.
 */
function leadBefore(text: string, block: Block, { start }: Mention): 'none' | 'label' | null {
  if (block.kind !== 'item' && block.kind !== 'row' && block.kind !== 'heading') return null
  const from = Math.max(block.start, start - 90)
  const before = text.slice(from, start)
  if (block.kind === 'row')
    return before.slice(before.lastIndexOf('|') + 1).replaceAll(marks, '') === '' ? 'none' : null
  if (from > block.start || before.includes('\n')) return null
  const words = before.replaceAll(marks, '')
  if (words === '' || mayPrecede.test(words)) return 'none'
  const isLabel =
    words.length <= 40 &&
    (/[:：–—][\s*_"“«[(]*$/u.test(before) || paired.test(before.replace(/^[\s\d.)(*•-]{1,8}/u, '')))
  return isLabel ? 'label' : null
}

const contrast =
  /[;；]|\s[–—]\s|,?\s(?:while|whereas|but|although|though|yet|unlike|während|aber|jedoch|sondern|tandis que|mais|alors que|mientras que|pero|в то время как|тогда как|но|а)\s|(?:が|けど|けれど)、|，但|，而/giu

function aboutOf(text: string, passage: Passage, all: Passage[], index: number): Range {
  const { heads, sentence, mention, opensBlock } = passage
  const rival = neighbour(all, index, mention.entityId, 1)
  const isAlone = opensBlock || rival === null || rival.mention.start >= (heads?.reach ?? 0)
  if (heads !== null && isAlone) return { start: heads.start, end: heads.kind === 'row' ? heads.end : heads.reach }
  if (heads === null && labelEnd(text, mention) > 0)
    return {
      start: mention.start,
      end: Math.min(rival?.mention.start ?? text.length, mention.start + 400, sectionEnd(passage, text)),
    }
  const isShared = [neighbour(all, index, mention.entityId, -1), rival].some(
    (other) => other !== null && other.mention.start < sentence.end && other.mention.end > sentence.start,
  )
  return isShared ? clauseAround(text, sentence, mention) : sentence
}

function sectionEnd({ block }: Passage, text: string): number {
  return block?.end ?? text.length
}

/** The nearest mention of another entity before (−1) or after (1), at most 20 mentions away. */
function neighbour(all: Passage[], index: number, entityId: string, step: 1 | -1): Passage | null {
  for (let at = index + step, tries = 0; tries < 20; at += step, tries++) {
    const other = all[at]
    if (other === undefined) return null
    if (other.mention.entityId !== entityId) return other
  }
  return null
}

function clauseAround(text: string, sentence: Range, { start, end }: Mention): Range {
  let clause = { ...sentence }
  for (const match of text.slice(sentence.start, sentence.end).matchAll(contrast)) {
    const cut = sentence.start + match.index
    if (cut + match[0].length <= start) clause = { ...clause, start: cut }
    else if (cut >= end) {
      clause = { ...clause, end: cut }
      break
    }
  }
  return clause
}

/** In text whose line breaks were lost, "….Coros Pace 3: Known for": where the label ends; 0 when the name opens none. */
export function labelEnd(text: string, { start, end }: Range): number {
  const before = text.slice(Math.max(0, start - 2), start).trimEnd()
  if (before !== '' && !/[.:!?)\]\n*•"“]$/u.test(before)) return 0
  const label = /^[^.!?:：\n]{0,45}[:：](?!\/\/)/u.exec(text.slice(end, end + 50))
  return label === null ? 0 : end + label[0].length
}
