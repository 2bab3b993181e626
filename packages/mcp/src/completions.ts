import { platforms } from '@sightline/sdk'
import { boundApi } from './bound-api.ts'
import type { McpContext } from './mcp-context.ts'

/** What may follow what was typed so far. Whatever goes wrong, a completion is only missing. */
export type Complete = (typed: string, context?: { arguments?: Record<string, string> }) => Promise<string[]>
export type Completions = {
  brand: Complete
  competitor: Complete
  answer: Complete
  platform: Complete
  window: Complete
}

const MAX_ANSWERS = 20

export const completions = (context: McpContext): Completions => ({
  /** Names, or ids for whoever types one. */
  brand: (typed) => orNone(async () => startingWith(typed, await context.brands.all(boundApi(context)))),

  /** Of the brand that was given before. */
  competitor: (typed, given) =>
    orNone(async () => {
      const api = boundApi(context)
      const id = await context.brands.resolve(api, given?.arguments?.['brandId'])
      return startingWith(typed, (await api.listCompetitors({ params: { id }, query: { limit: 100 } })).data)
    }),

  /** Ids of the newest answers of the only brand; nobody types the others. */
  answer: (typed) =>
    orNone(async () => {
      const api = boundApi(context)
      const id = await context.brands.resolve(api, undefined)
      const { data } = await api.listAnswers({ params: { id }, query: { limit: MAX_ANSWERS } })
      return data.map((answer) => answer.id).filter((answerId) => answerId.startsWith(typed))
    }),

  platform: async (typed) => platforms.map(({ slug }) => slug).filter((slug) => slug.startsWith(typed.toLowerCase())),

  window: async (typed) => ['7d', '14d', '28d', '90d'].filter((window) => window.startsWith(typed)),
})

function startingWith(typed: string, things: readonly { id: string; name: string }[]): string[] {
  const ids = things.map(({ id }) => id)
  const names = things.map(({ name }) => name)
  return /^(brd|cmp)_/.test(typed)
    ? ids.filter((id) => id.startsWith(typed))
    : names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
}

const orNone = (complete: () => Promise<string[]>): Promise<string[]> => complete().catch(() => [])
