import type { Line } from './line.ts'
import type { Block } from './block.ts'
import type { Range } from './range.ts'

/** Keeps the lists that are open while the lines of an answer go by. */
export type Lists = {
  newId(): number
  /** An item joins its list, or begins one. */
  add(line: Line, range: Range): Block
  /** A line that is not an item and stands further in than an open item belongs to it: true. */
  extend(indent: number, end: number): boolean
  /** A block that belongs to no item stands between items. */
  interrupt(isIntroduction: boolean): void
  /** A heading ends every list, except that numbers may go on below it. */
  close(): void
  /** After the last line: items reach over what stands between them and the next. */
  finish(blocks: Block[]): void
}

type List = {
  id: number
  marker: string
  indent: number
  depth: number
  items: Block[]
  lastNumber: number
  isAllOnes: boolean
  /** How many of its items were followed by blocks outside the list. */
  interrupted: number
  isInterrupted: boolean
  isIntroduced: boolean
}

/** Lists inside each other that are told apart: each line asks all that are open. */
const MOST_OPEN = 32

export function startLists(): Lists {
  let ids = 0
  let open: List[] = []
  let paused: List | null = null
  const outermost: List[] = []
  const newId = () => ++ids

  function begin(line: Line): List {
    const list: List = {
      id: newId(),
      marker: line.marker,
      indent: line.indent,
      depth: open.length,
      items: [],
      lastNumber: 0,
      isAllOnes: true,
      interrupted: 0,
      isInterrupted: false,
      isIntroduced: false,
    }
    if (open.length === 0) outermost.push(list)
    open.length = Math.min(open.length, MOST_OPEN - 1)
    open.push(list)
    return list
  }

  /** The open list that the item goes on with; those inside it are closed. */
  function find(line: Line): List | null {
    const at = open.findLastIndex((list) => Math.abs(list.indent - line.indent) <= 1 && goesOn(list, line))
    const found = open[at]
    if (found !== undefined) {
      open.length = at + 1
      return found
    }
    if (paused === null || !goesOn(paused, line)) return null
    open = [paused]
    return paused
  }

  /** Lists further out stay open; one at the same indent with another marker takes the item in if it follows directly. */
  function closeInner(line: Line) {
    const isFree = open[0]?.isInterrupted === true
    const at = open.findIndex((list) =>
      line.indent > list.indent + 1 ? false : isFree || list.marker === line.marker || line.indent < list.indent - 1,
    )
    if (at < 0) return
    const [first] = open
    if (at === 0 && first !== undefined && first.marker === 'number') paused = first
    open.length = at
  }

  return {
    newId,
    add(line, range) {
      let list = find(line)
      if (list === null) {
        closeInner(line)
        list = begin(line)
      }
      if (list.isInterrupted) list.interrupted++
      list.isInterrupted = false
      list.isIntroduced = false
      if (list.items.length > 0 || line.number !== null) list.isAllOnes &&= line.number === 1
      list.lastNumber = line.number ?? 0
      const ordinal = list.items.length + 1
      const block: Block = { kind: 'item', ...range, ordinal, depth: list.depth, listId: list.id, reach: range.end }
      list.items.push(block)
      for (const outer of open) reachTo(outer, range.end)
      return block
    },
    extend(indent, end) {
      const inside = open.filter((list) => indent > list.indent + 1)
      for (const list of inside) reachTo(list, end)
      return inside.length > 0
    },
    interrupt(isIntroduction) {
      const [first] = open
      if (first === undefined) return
      open.length = 1
      first.isInterrupted = true
      first.isIntroduced ||= isIntroduction
    },
    close() {
      const [first] = open
      if (first !== undefined && first.marker === 'number') paused = first
      open = []
    },
    finish(blocks) {
      reachOver(outermost, blocks)
    },
  }
}

/** Numbers go on when they rise; bullets go on unless a paragraph between them begins something new. */
function goesOn(list: List, line: Line): boolean {
  if (list.marker !== line.marker) return false
  if (line.number !== null) {
    if (line.number === list.lastNumber + 1) return line.number > 1
    if (!list.isInterrupted && line.number > list.lastNumber) return true
    if (line.number !== 1 || !list.isAllOnes) return false
  }
  return !list.isInterrupted || (!list.isIntroduced && list.interrupted === list.items.length - 1)
}

function reachTo(list: List, end: number) {
  const item = list.items.at(-1)
  if (item !== undefined) item.reach = Math.max(item.reach, end)
}

/**
 * "1. Notion", then paragraphs or bullets at the margin, then "2. Asana": what stands between belongs to the item above.
 * The last item takes as many blocks as the shortest gap had, of the kinds seen in the gaps.
 */
function reachOver(outermost: List[], blocks: Block[]) {
  const indexOf = new Map(blocks.map((block, at) => [block, at]))
  let claimedUntil = -1
  for (const { items } of outermost) {
    const isInside = (items[0]?.start ?? 0) < claimedUntil
    if (isInside) for (const item of items) item.depth++
    const kinds = new Set<string>()
    let shortest = Infinity
    items.forEach((item, at) => {
      const next = items[at + 1]
      const from = (indexOf.get(item) ?? 0) + 1
      const between = blocks.slice(from, next === undefined ? from : indexOf.get(next))
      const taken = takeBlocks(item, between)
      for (const kind of taken) kinds.add(kind)
      if (next !== undefined) shortest = Math.min(shortest, taken.length)
      else if (at > 0) takeBlocks(item, likeBefore(blocks, from, item.reach, shortest, kinds))
    })
    claimedUntil = Math.max(claimedUntil, items.at(-1)?.reach ?? 0)
  }
}

/** Until a real heading; returns the kinds of the blocks that the item did not hold already. */
function takeBlocks(item: Block, between: Block[]): string[] {
  const taken: string[] = []
  for (const { kind, depth, start, reach } of between) {
    if (kind === 'heading' && depth < 6) break
    if (start >= item.reach) taken.push(kind)
    item.reach = Math.max(item.reach, reach)
  }
  return taken
}

function likeBefore(blocks: Block[], from: number, reach: number, count: number, kinds: Set<string>): Block[] {
  let first = from
  while ((blocks[first]?.start ?? Infinity) < reach) first++
  let until = first
  while (until - first < count && kinds.has(blocks[until]?.kind ?? 'none')) until++
  return blocks.slice(first, until)
}
