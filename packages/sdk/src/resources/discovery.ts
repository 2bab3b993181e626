import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { day, untrusted, wholeNumber, window } from './common.ts'

export const discoveredName = z.object({
  name: untrusted.meta({ description: 'In its commonest writing.' }),
  answers: z.int().min(1).meta({
    description: 'Answers looked at that set it out in a list, a table, a heading or a bold lead.',
  }),
  share: z.number().min(0).max(1).meta({ description: 'Of the answers looked at.' }),
  places: z
    .object({ item: z.int().min(0), row: z.int().min(0), heading: z.int().min(0) })
    .meta({ description: 'In how many of them it stands first in which place.' }),
  examples: z
    .array(z.object({ answerId: id('answer'), text: untrusted }))
    .meta({ description: 'Up to three passages.' }),
  answerIds: z.array(id('answer')).meta({ description: 'Up to 20 of the answers.' }),
})
export type DiscoveredName = z.output<typeof discoveredName>

export const discoveryOperations = {
  discoverCompetitors: get({
    id: 'discoverCompetitors',
    path: '/brands/{id}/competitors/discovered',
    tag: 'Competitors',
    summary: 'Find names that the answers set out and nobody tracks',
    description:
      'Read from lists, tables, headings and bold leads of at most 600 of the window’s answers, spread evenly, and six million characters of them; the 100 most frequent names. Check a name before you track it: a few are none.',
    scope: 'competitors:read',
    isHeavy: true,
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({
      window: window.default('28d'),
      minAnswers: wholeNumber({ max: 1_000, initial: 2 }).meta({
        description: 'Names that fewer answers set out are as often fragments.',
      }),
    }),
    output: z.object({
      data: z.array(discoveredName),
      from: day.nullable(),
      to: day.nullable(),
      answersLookedAt: z.int().min(0),
      answers: z.int().min(0).meta({ description: 'Valid answers of the window.' }),
    }),
    errors: ['resource_not_found'],
  }),
}
