/** The pages of a brand, in the order in which one asks: how do I stand, why, what do I do, what runs. */
export const brandSections = [
  {
    title: 'Measure',
    pages: [
      { to: '/brands/$brandId', label: 'Overview' },
      { to: '/brands/$brandId/platforms', label: 'Platforms' },
      { to: '/brands/$brandId/prompts', label: 'Prompts' },
      { to: '/brands/$brandId/answers', label: 'Answers' },
      { to: '/brands/$brandId/competitors', label: 'Competitors' },
      { to: '/brands/$brandId/share-of-voice', label: 'Share of voice' },
      { to: '/brands/$brandId/sources', label: 'Sources' },
      { to: '/brands/$brandId/periods', label: 'Compare periods' },
    ],
  },
  {
    title: 'Act',
    pages: [
      { to: '/brands/$brandId/recommendations', label: 'Recommendations' },
      { to: '/brands/$brandId/site', label: 'Own site' },
      { to: '/brands/$brandId/events', label: 'Events' },
      { to: '/brands/$brandId/runs', label: 'Runs' },
    ],
  },
] as const

/** What is about the organization; who lacks the role does not see the entry, and is refused at the address. */
export const settingsPages = [
  { to: '/settings/organization', label: 'Organization', role: 'viewer' },
  { to: '/settings/brands', label: 'Brands', role: 'viewer' },
  { to: '/settings/schedule', label: 'Schedule and platforms', role: 'viewer' },
  { to: '/settings/members', label: 'Members', role: 'viewer' },
  { to: '/settings/api-keys', label: 'API keys', role: 'admin' },
  { to: '/settings/webhooks', label: 'Webhooks', role: 'admin' },
  { to: '/settings/integrations', label: 'Exports and integrations', role: 'viewer' },
  { to: '/settings/models', label: 'Judge model', role: 'admin' },
  { to: '/settings/plan', label: 'Plan and allowances', role: 'viewer' },
  { to: '/settings/security', label: 'Your account', role: 'viewer' },
  { to: '/settings/audit', label: 'Audit log', role: 'admin' },
] as const
