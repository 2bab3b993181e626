import { z } from 'zod'
import { get, patch, post, remove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { namesChange, namesShape } from './brands.ts'
import { competitorStanding } from './competitor-comparison.ts'
import { cursor, deleted, instant, limit, page, window } from './common.ts'

export const competitor = z.object({
  id: id('competitor'),
  brandId: id('brand'),
  name: z.string(),
  aliases: z.array(z.string()),
  excludedNames: z.array(z.string()),
  domains: z.array(z.string()),
  caseSensitive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Competitor = z.output<typeof competitor>

const brandPath = z.strictObject({ id: id('brand') })
const competitorPath = z.strictObject({ id: id('brand'), cid: id('competitor') })

export const competitorOperations = {
  listCompetitors: get({
    id: 'listCompetitors',
    path: '/brands/{id}/competitors',
    tag: 'Competitors',
    summary: 'List a brand’s competitors',
    scope: 'competitors:read',
    params: brandPath,
    query: z.strictObject({
      window: window
        .optional()
        .meta({ description: 'Adds how each was measured in the window, as `GET …/competitors/compare` gives it.' }),
      limit,
      cursor,
    }),
    output: page(
      competitor.extend({
        measured: competitorStanding
          .nullable()
          .meta({ description: 'null: no window was asked for, or there is no answer yet.' }),
      }),
    ),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  addCompetitor: post({
    id: 'addCompetitor',
    path: '/brands/{id}/competitors',
    tag: 'Competitors',
    summary: 'Track a competitor',
    description: 'It is looked for in all stored answers too, without asking the platforms again.',
    scope: 'competitors:write',
    params: brandPath,
    body: z.strictObject(namesShape),
    output: competitor,
    status: 201,
    errors: [...bodyProblems, 'resource_not_found', 'conflict', 'plan_limit_reached'],
  }),
  updateCompetitor: patch({
    id: 'updateCompetitor',
    path: '/brands/{id}/competitors/{cid}',
    tag: 'Competitors',
    summary: 'Change a competitor',
    scope: 'competitors:write',
    params: competitorPath,
    body: namesChange,
    output: competitor,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
  removeCompetitor: remove({
    id: 'removeCompetitor',
    path: '/brands/{id}/competitors/{cid}',
    tag: 'Competitors',
    summary: 'Stop tracking a competitor',
    scope: 'competitors:write',
    params: competitorPath,
    output: deleted,
    errors: ['resource_not_found'],
  }),
}
