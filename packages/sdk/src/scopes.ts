/** What an API key may be allowed to do. No scope manages keys, members or plans. */
export const scopes = [
  'brands:read',
  'brands:write',
  'prompts:read',
  'prompts:write',
  'competitors:read',
  'competitors:write',
  'scores:read',
  'results:read',
  'answers:write',
  'recommendations:read',
  'recommendations:write',
  'runs:read',
  'runs:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'usage:read',
] as const
export type Scope = (typeof scopes)[number]

/** Ready sets of scopes for the command line and the settings page. */
export const scopePresets: Record<'read-only' | 'full', readonly Scope[]> = {
  'read-only': scopes.filter((scope) => scope.endsWith(':read')),
  full: scopes,
}
