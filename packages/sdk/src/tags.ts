/** The groups of operations, in the order of the documentation, with what each is about. */
export const tags: Record<string, string> = {
  Scores: 'The visibility score: now, over time, between two spans, and from it to the answers behind it.',
  'Platform results': 'The same apart for each AI platform: score, mention rate, mean place, citations, outcomes.',
  'Share of voice': 'How the naming is spread over the brand and its competitors.',
  Brands: 'What you track: names, aliases, excluded names, domains.',
  Competitors: 'Rivals of a brand, names nobody tracks yet, and head to head.',
  Prompts: 'The questions that are asked, and ideas for more.',
  Runs: 'Asking the platforms now or regularly. It costs money at the platforms.',
  Answers: 'What came back, with mentions at their offsets, and the import of answers collected elsewhere.',
  Citations: 'What the answers point at, sources that leave you out, and the platforms’ own searches.',
  Recommendations:
    'What would improve visibility, with evidence, effort and an estimated lift; and what crawlers meet on your own sites.',
  Webhooks: 'Being told: subscriptions, secrets, deliveries.',
  Events: 'Everything that webhooks tell of, to read again.',
  Exports: 'Flat rows for BI tools and warehouses, with soft deletes and an order that can be followed.',
  Account: 'The key, its organization, and what is used of the plan.',
  Measuring: 'What is measured and how: platforms and definitions.',
}
