/** The words a market talks about its products with. None of them may look like a brand. */
export type Category = {
  noun: string
  nouns: string
  /** A prompt with one of these words is about this category; others are answered in general words. */
  words: readonly string[]
  features: readonly string[]
  audiences: readonly string[]
  drawbacks: readonly string[]
}

export const projectManagement: Category = {
  noun: 'project management tool',
  nouns: 'project management tools',
  words: ['project', 'task', 'kanban', 'gantt', 'team', 'sprint', 'roadmap', 'workload', 'deadline', 'agile', 'plan'],
  features: [
    'flexible kanban boards',
    'dependable Gantt charts',
    'workload planning across teams',
    'automations that need no code',
    'built-in time tracking',
    'clear sprint reports',
    'shared client workspaces',
    'fine-grained permissions',
    'a fast mobile app',
    'recurring task templates',
    'budget tracking per project',
    'two-way calendar sync',
  ],
  audiences: [
    'small agencies',
    'remote teams',
    'software teams',
    'construction firms',
    'marketing departments',
    'freelancers with several clients',
    'mid-sized companies',
    'non-profit organizations',
    'product teams',
    'consultancies',
  ],
  drawbacks: [
    'the reporting feels thin on the cheaper plans',
    'the learning curve is steep in the first weeks',
    'the price climbs quickly with every seat',
    'notifications get noisy in large workspaces',
    'the mobile app lags behind the desktop version',
    'support is slow to reply at weekends',
    'guest access is limited',
    'large boards load slowly',
  ],
}

/** For prompts outside the market's category, such as a user's own. */
export const anything: Category = {
  noun: 'option',
  nouns: 'options',
  words: [],
  features: [
    'a generous range of choices',
    'consistent quality',
    'clear pricing',
    'quick and friendly support',
    'a simple start for beginners',
    'a long track record',
    'good independent reviews',
    'flexible terms',
    'careful attention to detail',
    'strong value for the money',
  ],
  audiences: [
    'beginners',
    'experienced buyers',
    'small businesses',
    'families',
    'larger organizations',
    'anyone on a budget',
  ],
  drawbacks: [
    'availability differs from region to region',
    'the price is on the high side',
    'the range can feel confusing at first',
    'support is slow in busy weeks',
    'some reviewers report uneven quality',
    'the cheapest version leaves much out',
  ],
}
