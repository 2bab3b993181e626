import { z } from 'zod'
import { ITS_BRAND, operations, type Prompt } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write } from '../tool.ts'

const filters = operations.listPrompts.query.shape

export const listPrompts = read({
  name: 'list_prompts',
  title: 'Prompts asked',
  toolset: 'prompts',
  operation: 'listPrompts',
  description:
    'The prompts (buyers’ questions) that are asked about a brand, active or archived, with id, text, topic, tags, country and language. Gives the promptId that other tools take.',
  parameters: z.strictObject({
    brandId: take.brandId,
    topic: filters.topic.meta({ description: 'Only of this topic.' }),
    tag: filters.tag.meta({ description: 'Only with this tag.' }),
    status: filters.status.meta({ description: 'Both when left out.' }),
    limit: take.limit(50),
    cursor: take.cursor,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listPrompts({ params: { id: await brand(brandId) }, query }),
})

const fresh = operations.createPrompts.body.shape.prompts.element.shape
const changes = operations.updatePrompt.body.shape

export const createPrompts = write(
  { isDestructive: false, isIdempotent: true, isOpenWorld: false },
  {
    name: 'create_prompts',
    title: 'Add prompts',
    toolset: 'prompts',
    operation: 'createPrompts',
    description:
      'Adds prompts (questions to ask the AI platforms) to a brand, up to 200 at once, all with the same topic and tags. Each takes one of the plan’s prompt places and is asked in every later run, which costs money; dryRun tells first. Those already there are listed as duplicates.',
    parameters: z.strictObject({
      brandId: take.brandId,
      prompts: z.array(fresh.text).min(1).max(200).meta({ description: 'Texts, as a buyer would ask them.' }),
      topic: fresh.topic.unwrap().unwrap().optional().meta({ description: 'Topic of all of them.' }),
      tags: fresh.tags.meta({ description: 'Tags of all of them.' }),
      dryRun: take.dryRun,
    }),
    call: async ({ api, brand }, { brandId, prompts, topic, tags, dryRun }) =>
      api.createPrompts({
        params: { id: await brand(brandId) },
        body: { prompts: prompts.map((text) => ({ text, tags, ...(topic !== undefined && { topic }) })), dryRun },
      }),
  },
)

export const updatePrompt = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'update_prompt',
    title: 'Change a prompt',
    toolset: 'prompts',
    operation: 'updatePrompt',
    description:
      'Changes a prompt’s wording, topic, tags or status (archived takes it out, active brings it back) and returns it. A new text makes a new version with a new id and a series of its own; the old one is archived.',
    parameters: z.strictObject({
      promptId: take.id('prompt', 'From list_prompts: prm_…'),
      text: changes.text.meta({ description: 'New wording.' }),
      topic: changes.topic.unwrap().unwrap().optional().meta({ description: 'New topic.' }),
      tags: changes.tags.meta({ description: 'Replace the old ones.' }),
      status: changes.status.meta({ description: 'Whether it is asked.' }),
    }),
    call: ({ api }, { promptId, ...body }) => api.updatePrompt({ params: { id: ITS_BRAND, pid: promptId }, body }),
  },
)

/** Each is a call of the API; more would run into the minute's limit of the smaller plans. */
const MAX_ARCHIVED = 50

export const archivePrompts = write(
  { isDestructive: true, isIdempotent: true, isOpenWorld: false },
  {
    name: 'archive_prompts',
    title: 'Archive prompts',
    toolset: 'prompts',
    operation: 'archivePrompt',
    description:
      'Takes prompts out of the panel so that they are no longer asked (delete, stop tracking), one API call each. Their answers stay; update_prompt with status active brings one back. If one fails, those before it stay archived.',
    output: z.object({ data: z.array(operations.archivePrompt.output) }),
    parameters: z.strictObject({
      promptIds: take.ids('prompt', MAX_ARCHIVED, 'From list_prompts.'),
    }),
    call: async ({ api }, { promptIds }) => {
      const archived: { id: Prompt['id']; deleted: true }[] = []
      for (const pid of new Set(promptIds)) archived.push(await api.archivePrompt({ params: { id: ITS_BRAND, pid } }))
      return { data: archived }
    },
  },
)
