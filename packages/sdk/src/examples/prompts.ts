import type { Prompt, promptOperations } from '../resources/prompts.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const first: Prompt = {
  id: ids.prompt,
  brandId: ids.brand,
  text: 'best crm for small business',
  topic: 'small business',
  tags: ['crm'],
  country: null,
  language: null,
  branded: false,
  status: 'active',
  isPaused: false,
  supersedesId: null,
  createdAt: at,
  updatedAt: at,
}
const second: Prompt = { ...first, id: ids.otherPrompt, text: 'which crm is easiest to set up' }

export const promptExamples = {
  listPrompts: { query: { topic: 'small business' }, output: { data: [first, second], pagination: lastPage } },
  createPrompts: {
    body: {
      prompts: [
        { text: first.text, topic: 'small business', tags: ['crm'] },
        { text: second.text, topic: 'small business', tags: ['crm'] },
      ],
    },
    output: { data: [first, second], duplicates: [], dryRun: false },
  },
  getPrompt: { output: first },
  updatePrompt: { body: { topic: 'small teams' }, output: { ...first, topic: 'small teams' } },
  archivePrompt: { output: { id: ids.otherPrompt, deleted: true } },
} satisfies ExamplesOf<typeof promptOperations>
