import { z } from 'zod'
import { get } from '../define.ts'
import { surface } from './common.ts'

export const platform = z.object({
  slug: z.string(),
  key: z.string(),
  label: z.string(),
  surface,
  isAvailable: z.boolean().meta({ description: 'Set up on this installation: it has a key for the platform.' }),
  provider: z.string().nullable().meta({ description: 'Who is asked for it here.' }),
  exposesCitations: z.boolean(),
  exposesSearches: z.boolean(),
  locale: z.enum(['parameter', 'none']),
  note: z.string(),
})

export const measuringOperations = {
  listPlatforms: get({
    id: 'listPlatforms',
    path: '/platforms',
    tag: 'Measuring',
    summary: 'List the platforms and how each is measured',
    scope: 'scores:read',
    output: z.object({ data: z.array(platform) }),
  }),
}
