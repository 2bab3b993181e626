import { Problem, type Brand } from '@sightline/sdk'
import { reExtractJob } from '../../jobs/kinds.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import type { Context } from '../context.ts'
import { markBrandedPrompts } from './prompts.ts'
import { organizationOf } from '../tenant.ts'

/** The stored answers are looked through anew for the changed names; the platforms are not asked again. */
export async function namesChanged(context: Context, brand: Brand): Promise<void> {
  await markBrandedPrompts(context, brand)
  await enqueue(context.db, [reExtractJob({ organizationId: organizationOf(context), brandId: brand.id, after: '' })])
}

export function refuseTwin(error: unknown): never {
  if (isUniqueViolation(error)) throw new Problem('conflict', { message: 'There is one with this name already.' })
  throw error
}
