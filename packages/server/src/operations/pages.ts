import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem, type Page } from '@sightline/sdk'
import type { Context } from './context.ts'
import { DAY_MS } from '../engine/measuring/planning/day.ts'

/** A cursor is good for a week, so that a loader may go on after a weekend. */
const CURSOR_LIFE_MS = 7 * DAY_MS
/** Cursors end at full hours, so that an unchanged page has the same bytes, and so the same ETag, for an hour. */
const HOUR_MS = 3_600_000

type PageQuery = { limit: number; cursor?: string | undefined }

/** Where a list goes on: the last entry's place in the list's own order, by default its id. */
type Position = string | { readonly [part: string]: string | number }

/**
 * What to read for a page: where to go on, and how much. A list in another order than its ids names its position's type,
 * the one that it gives to `toPage`.
 * @throws Problem invalid_cursor when the cursor is not ours, too old, or belongs to another list or filter
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what its list sealed, as said above
export function pageOf<At extends Position = string>(
  context: Context,
  query: PageQuery,
): { limit: number; after: At | null } {
  const after = query.cursor === undefined ? null : openCursor(context, query, query.cursor)
  // Sealed by `toPage` of the same list and filter, as its signature says: so it is that list's kind of position.
  return { limit: query.limit, after: after as At | null }
}

/** The envelope of a list that was read with one entry more than its page holds. */
export function toPage<Item extends { id: string }>(context: Context, query: PageQuery, read: Item[]): Page<Item>
export function toPage<Item>(
  context: Context,
  query: PageQuery,
  read: Item[],
  positionOf: (item: Item) => Position,
): Page<Item>
export function toPage<Item extends { id?: string }>(
  context: Context,
  query: PageQuery,
  read: Item[],
  positionOf: (item: Item) => Position = ({ id }) => id ?? '',
): Page<Item> {
  return envelopeOf(context, query, read, query.limit, positionOf)
}

/** The same for a list whose entries may be large: its page ends after `count` of them, at the latest after its limit. */
export function toShortPage<Item extends { id: string }>(
  context: Context,
  query: PageQuery,
  read: Item[],
  count: number,
): Page<Item> {
  return envelopeOf(context, query, read, Math.min(count, query.limit), ({ id }) => id)
}

function envelopeOf<Item>(
  context: Context,
  query: PageQuery,
  read: Item[],
  count: number,
  positionOf: (item: Item) => Position,
): Page<Item> {
  const found = read.slice(0, count)
  const last = found.at(-1)
  const nextCursor = read.length > count && last ? sealCursor(context, query, positionOf(last)) : null
  return {
    data: found,
    pagination: {
      limit: query.limit,
      hasMore: nextCursor !== null,
      nextCursor,
      next: nextCursor && nextAddress(context, query, nextCursor),
    },
  }
}

function nextAddress(context: Context, query: PageQuery, cursor: string): string {
  const entries = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined)
  return `${context.address}?${new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

function sealCursor(context: Context, query: PageQuery, last: Position): string {
  const expiresAtMs = Math.ceil((context.now.getTime() + CURSOR_LIFE_MS) / HOUR_MS) * HOUR_MS
  const content = Buffer.from(JSON.stringify([last, expiresAtMs])).toString('base64url')
  return `${content}.${sign(context, query, content)}`
}

function openCursor(context: Context, query: PageQuery, cursor: string): Position {
  const [content = ''] = cursor.split('.')
  // As texts: base64 has several spellings of the same bytes, and only one of them is ours.
  const given = Buffer.from(cursor)
  const right = Buffer.from(`${content}.${sign(context, query, content)}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Problem('invalid_cursor')
  const [last, expiresAtMs] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [Position, number]
  if (expiresAtMs < context.now.getTime())
    throw new Problem('invalid_cursor', { message: 'The cursor has expired. Start again without it.' })
  return last
}

/** Bound to the organization, the list and its filter: a cursor of one is worthless in another. */
function sign(context: Context, query: PageQuery, content: string): string {
  const { limit: _limit, cursor: _cursor, ...filter } = query
  const list = new URL(context.address).pathname
  return createHmac('sha256', context.services.secret)
    .update(JSON.stringify(['cursor', context.caller.organization.id, list, filter, content]))
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}
