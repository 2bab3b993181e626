import type { Brand, Client, Competitor } from '@sightline/sdk'
import { Refusal } from './refusal.ts'

/** A brand that was added meanwhile is found at once (an unknown name asks again), one that is gone after a minute. */
const KEPT_MS = 60_000
const PAGE = 200
/** More than a model can ask its user about. */
const MAX_CANDIDATES = 20

/** Brands by name, so that nobody has to know an id. The list is read when a name is first used, and kept for a minute. */
export type BrandNames = {
  /** Every brand that the key sees. */
  all(api: Client): Promise<Brand[]>
  /** @throws {Refusal} with the candidates when it could be none or several */
  resolve(api: Client, given: string | undefined): Promise<string>
  /** After a change: “the only brand” may be another one now. */
  forget(): void
}

export function createBrandNames(now: () => number): BrandNames {
  let known: { brands: Brand[]; readAt: number } | null = null
  const fresh = async (api: Client): Promise<Brand[]> => {
    const brands = await readAll((cursor) => api.listBrands({ query: { limit: PAGE, ...(cursor && { cursor }) } }))
    known = { brands, readAt: now() }
    return brands
  }
  const all = async (api: Client): Promise<Brand[]> =>
    known && now() - known.readAt < KEPT_MS ? known.brands : fresh(api)
  return {
    all,
    forget: () => {
      known = null
    },
    resolve: async (api, given) => {
      if (given?.startsWith('brd_')) return given
      const wasKnown = known !== null
      const found = pick(await all(api), given)
      if (found.length === 0 && wasKnown) found.push(...pick(await fresh(api), given))
      if (found.length === 1 && found[0]) return found[0].id
      throw notOne('brand', given, found.length > 0 ? found : (known?.brands ?? []), 'create_brand')
    },
  }
}

/** Competitors of one brand by name; read for each call, since names of rivals are rarely asked twice in a row. */
export async function resolveCompetitors(api: Client, brandId: string, given: readonly string[]): Promise<string[]> {
  if (given.every((text) => text.startsWith('cmp_'))) return [...given]
  const competitors = await readAll((cursor) =>
    api.listCompetitors({ params: { id: brandId }, query: { limit: PAGE, ...(cursor && { cursor }) } }),
  )
  return given.map((text) => {
    const found = text.startsWith('cmp_') ? [{ id: text }] : pick(competitors, text)
    if (found.length === 1 && found[0]) return found[0].id
    throw notOne('competitor', text, found.length > 0 ? pick(competitors, text) : competitors, 'add_competitor')
  })
}

type Named = Pick<Brand | Competitor, 'id' | 'name' | 'aliases'>

/** Those a name means: as written, else in any letter case, else by another of its names. Without a name: all. */
function pick<Thing extends Named>(things: readonly Thing[], given: string | undefined): Thing[] {
  if (given === undefined) return [...things]
  const asWritten = things.filter(({ name }) => name === given)
  if (asWritten.length > 0) return asWritten
  const byName = things.filter(({ name }) => fold(name) === fold(given))
  return byName.length > 0
    ? byName
    : things.filter(({ aliases }) => aliases.some((alias) => fold(alias) === fold(given)))
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

function notOne(
  what: 'brand' | 'competitor',
  given: string | undefined,
  candidates: readonly Named[],
  add: string,
): Refusal {
  if (candidates.length === 0) return new Refusal(`no_${what}`, `There is no ${what} yet. Add one with ${add}.`)
  const shown = candidates.slice(0, MAX_CANDIDATES).map(({ id, name }) => `- ${name} (${id})`)
  const rest = candidates.length > shown.length ? [`… and ${candidates.length - shown.length} more.`] : []
  const question =
    given === undefined
      ? `There are ${candidates.length} brands. Say which with brandId, or ask the user:`
      : `The ${what} “${given}” is not exactly one of these. Say which by id or exact name, or ask the user:`
  return new Refusal(`which_${what}`, [question, ...shown, ...rest].join('\n'))
}

async function readAll<Item>(
  readPage: (cursor: string | null) => Promise<{ data: Item[]; pagination: { nextCursor: string | null } }>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
    all.push(...page.data)
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  return all
}
