import type { Input } from '../../../api/contract.ts'

export type Scope = Input<'createKey'>['body']['scopes'][number]

/** Each scope in words, grouped by what it is about. The contract holds the names: one missing does not compile. */
const words: Record<Scope, { group: string; says: string }> = {
  'scores:read': { group: 'Scores', says: 'Read scores, history, share of voice' },
  'results:read': { group: 'Answers and sources', says: 'Read answers, sources, results and exports' },
  'answers:write': { group: 'Answers and sources', says: 'Import answers' },
  'brands:read': { group: 'Brands', says: 'Read brands' },
  'brands:write': { group: 'Brands', says: 'Add, change and delete brands' },
  'prompts:read': { group: 'Prompts', says: 'Read prompts' },
  'prompts:write': { group: 'Prompts', says: 'Add, change and archive prompts' },
  'competitors:read': { group: 'Competitors', says: 'Read competitors' },
  'competitors:write': { group: 'Competitors', says: 'Add, change and remove competitors' },
  'recommendations:read': { group: 'Recommendations', says: 'Read recommendations' },
  'recommendations:write': { group: 'Recommendations', says: 'Move recommendations on' },
  'runs:read': { group: 'Runs and schedule', says: 'Read runs and schedules' },
  'runs:write': { group: 'Runs and schedule', says: 'Start and stop runs, which cost money' },
  'events:read': { group: 'Events', says: 'Read events' },
  'webhooks:read': { group: 'Webhooks', says: 'Read webhooks and their deliveries' },
  'webhooks:write': { group: 'Webhooks', says: 'Manage webhooks, which send data elsewhere' },
  'usage:read': { group: 'Usage', says: 'Read what is used of the plan' },
}

// The keys are the contract's own: `Record<Scope, …>` above says so.
export const allScopes = Object.keys(words) as Scope[]

export const scopeGroups = [...new Set(allScopes.map((scope) => words[scope].group))].map((group) => ({
  group,
  scopes: allScopes.filter((scope) => words[scope].group === group).map((scope) => ({ scope, ...words[scope] })),
}))

export const presets = {
  reading: { label: 'Read only', scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
  scores: { label: 'Scores only', scopes: ['scores:read'] },
  everything: { label: 'Everything', scopes: allScopes },
} satisfies Record<string, { label: string; scopes: Scope[] }>

/** `Everything`, `Read only`, or how many. */
export function scopesText(scopes: readonly Scope[]): string {
  const preset = Object.values(presets).find((one) => isSame(one.scopes, scopes))
  if (preset) return preset.label
  return scopes.length === 0 ? 'Only who it is' : `${scopes.length} of ${allScopes.length}`
}

export const isSame = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope))
