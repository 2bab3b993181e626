/** What can be done from everywhere: where it is done, and what opens there. */
export const actions = [
  { label: 'Start a run', to: '/brands/$brandId/runs', hash: 'start', role: 'member', needsBrand: true },
  { label: 'Add prompts', to: '/brands/$brandId/prompts', hash: 'add', role: 'member', needsBrand: true },
  { label: 'Suggest prompts', to: '/brands/$brandId/prompts', hash: 'suggest', role: 'member', needsBrand: true },
  { label: 'Add a competitor', to: '/brands/$brandId/competitors', hash: 'add', role: 'member', needsBrand: true },
  { label: 'Add a brand', to: '/welcome', hash: '', role: 'member', needsBrand: false },
  { label: 'Create an API key', to: '/settings/api-keys', hash: 'create', role: 'admin', needsBrand: false },
  { label: 'Create a webhook', to: '/settings/webhooks', hash: 'create', role: 'admin', needsBrand: false },
  { label: 'Invite a member', to: '/settings/members', hash: 'invite', role: 'admin', needsBrand: false },
] as const
