import type { Lists } from './structure-lists.ts'
import type { Block } from './block.ts'
import type { Range } from './range.ts'

/** Marks paragraphs that begin with a bold lead until their series is counted. */
export const leadSeries = -1

/** Headings that stand around an enumeration, not in it. */
const aside =
  /^(?:introduction|overview|background|summary|conclusions?|final (?:thoughts|verdict|recommendations?)|verdict|bottom line|key (?:takeaways|considerations|factors)|takeaways|tl;?dr|faqs?|frequently asked|how (?:to|we|do|i)\b|what (?:to|makes|is|are)\b|why\b|tips?\b|next steps|comparison|quick comparison|things to|factors|considerations|methodology|sources?|references|further reading|notes?|disclaimer|einleitung|überblick|fazit|zusammenfassung|worauf|tipps|quellen|vergleich|introduction|aperçu|conclusion|résumé|conseils|sources|comparatif|introducción|resumen|conclusión|consejos|fuentes|comparación|введение|обзор|итог|вывод|заключение|советы|источники|сравнение|как |что |はじめに|概要|まとめ|結論|比較|参考|出典)/iu

/** Gives series of headings and of bold-led paragraphs their ordinals and all headings their sections. */
export function numberHeadings(text: string, blocks: Block[], lists: Lists): void {
  reachSections(blocks)
  numberSeries(text, blocks, lists)
  numberLeads(blocks, lists)
}

/** A section ends before the next heading of its level or a higher one. */
function reachSections(blocks: Block[]) {
  const open: Block[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') while ((open.at(-1)?.depth ?? -1) >= block.depth) open.pop()
    // Sections nest at most seven deep.
    for (const heading of open) heading.reach = Math.max(heading.reach, block.reach)
    if (block.kind === 'heading') open.push(block)
  }
}

/** Numbered headings count wherever they stand; others when three or more stand under the same heading. */
function numberSeries(text: string, blocks: Block[], lists: Lists) {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  const series = [
    ...risingSeries(headings).filter(({ length }) => length >= 2),
    ...siblingSeries(text, headings).filter(({ length }) => length >= 3),
  ]
  for (const heading of headings) heading.ordinal = null
  for (const members of series) numberMembers(members, lists.newId())
}

function numberMembers(members: Block[], listId: number) {
  members.forEach((member, at) => {
    member.ordinal = at + 1
    member.listId = listId
  })
}

/** Until here a heading's ordinal is its printed number. */
function risingSeries(headings: Block[]): Block[][] {
  const series: Block[][] = []
  const current = new Map<number, Block[]>()
  for (const heading of headings) {
    if (heading.ordinal === null) continue
    const members = current.get(heading.depth)
    const last = members?.at(-1)?.ordinal ?? null
    if (members !== undefined && last !== null && heading.ordinal === last + 1) members.push(heading)
    else {
      const fresh = [heading]
      current.set(heading.depth, fresh)
      series.push(fresh)
    }
  }
  return series
}

function siblingSeries(text: string, headings: Block[]): Block[][] {
  const series: Block[][] = []
  const top = new Map<number, Block[]>()
  const path: { depth: number; children: Map<number, Block[]> }[] = []
  for (const heading of headings) {
    while ((path.at(-1)?.depth ?? -1) >= heading.depth) path.pop()
    const children = path.at(-1)?.children ?? top
    path.push({ depth: heading.depth, children: new Map() })
    if (heading.ordinal !== null || aside.test(wordsOf(text, heading))) continue
    const members = children.get(heading.depth) ?? []
    if (members.length === 0) series.push(members)
    children.set(heading.depth, members)
    members.push(heading)
  }
  return series
}

/** Without marks, emoji and numbers. */
export function wordsOf(text: string, { start, end }: Range): string {
  return text.slice(start, Math.min(end, start + 200)).replace(/^[^\p{L}]+/u, '')
}

/** Three or more paragraphs in a row that begin with bold words are items; lists may stand between, one plain paragraph too. */
function numberLeads(blocks: Block[], lists: Lists) {
  let leads: Block[] = []
  let isPlain = false
  const closeSeries = () => {
    if (leads.length >= 3) numberMembers(leads, lists.newId())
    for (const lead of leads) {
      if (leads.length >= 3) lead.kind = 'item'
      else lead.listId = null
    }
    leads = []
  }
  for (const block of blocks) {
    const last = leads.at(-1)
    if (block.listId === leadSeries) {
      leads.push(block)
      isPlain = false
    } else if (block.kind === 'heading' || (block.kind === 'paragraph' && isPlain)) closeSeries()
    else if (block.kind === 'paragraph') isPlain = true
    else if (last !== undefined && !isPlain) last.reach = Math.max(last.reach, block.reach)
  }
  closeSeries()
}
