import { ITS_BRAND, Problem, type AnyOperation, type InputOf } from '@sightline/sdk'
import type { Db } from '../base/db/db.ts'
import { brandIdOfPrompt } from '../store/measuring/prompts.ts'
import { brandIdOfRecommendation } from '../store/advising/recommendations.ts'
import type { Context } from './context.ts'
import { organizationOf } from './tenant.ts'

type Lookup = (db: Db, organizationId: string, id: string) => Promise<string | undefined>

/** Whose brand is asked for, by the parameter that names it. */
const lookups: { [parameter: string]: Lookup } = { pid: brandIdOfPrompt, sid: brandIdOfRecommendation }

/**
 * The input with the brand's id where it only said “its brand”: whoever holds a prompt's id need not know whose it is.
 * @throws Problem resource_not_found when there is no such thing in the organization
 */
export async function resolveBrand(context: Context, input: InputOf<AnyOperation>): Promise<InputOf<AnyOperation>> {
  if (input.params['id'] !== ITS_BRAND) return input
  for (const [parameter, lookup] of Object.entries(lookups)) {
    const id = input.params[parameter]
    const brandId = typeof id === 'string' ? await lookup(context.db, organizationOf(context), id) : undefined
    if (brandId !== undefined) return { ...input, params: { ...input.params, id: brandId } }
  }
  throw new Problem('resource_not_found')
}
