import { z } from 'zod'
import { read } from '../tool.ts'

export const getAccount = read({
  name: 'get_account',
  title: 'Account, plan and key',
  toolset: 'account',
  operation: 'getMe',
  description:
    'Who is calling: the organization, its plan, this API key with its scopes (permissions), brands and expiry date, and the server’s time. Use it to see what this key may do. Costs no call.',
  parameters: z.strictObject({}),
  call: ({ api }) => api.getMe(),
})

export const getUsage = read({
  name: 'get_usage',
  title: 'API usage and plan limits',
  toolset: 'account',
  operation: 'getUsage',
  description:
    'API calls used and remaining in this billing period, when they reset, by day, key and endpoint, and how much of the plan’s allowances (brands, seats, platforms, prompts, answers) is used. Costs no call and works when the quota is used up.',
  parameters: z.strictObject({}),
  call: ({ api }) => api.getUsage(),
})

export const listPlatforms = read({
  name: 'list_platforms',
  title: 'AI platforms measured',
  toolset: 'account',
  operation: 'listPlatforms',
  description:
    'The AI platforms we measure (ChatGPT, Perplexity, Claude, Google AI Overviews, …) with slug, whether each is available here, how it is measured, and whether it shows citations and searches. Gives the slugs that other tools take.',
  parameters: z.strictObject({}),
  call: ({ api }) => api.listPlatforms(),
})
