/** Groups that SERVICE_TOOLSETS chooses from. */
export const toolsets = [
  'account',
  'brands',
  'scores',
  'answers',
  'prompts',
  'competitors',
  'citations',
  'recommendations',
  'events',
  'runs',
  'webhooks',
] as const
export type Toolset = (typeof toolsets)[number]
