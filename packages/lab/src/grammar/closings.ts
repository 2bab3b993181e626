/** Sentences about two brands already named. Slots: brand, other, feature, audience. */
export const comparisons = [
  'Compared with {other}, {brand} puts more weight on {feature}.',
  'Between {brand} and {other}, the deciding point is usually {feature}.',
  '{other} is the cheaper of the two, while {brand} suits {audience} better.',
  'If {brand} feels too heavy, {other} is the natural second choice.',
  'Teams that outgrow {other} often move on to {brand}.',
] as const

/** Sentences that name further brands only in passing. Slot: brands. */
export const inPassing = [
  '{brands} also came up, though less often.',
  'Other names in the same guides are {brands}.',
  'It is worth knowing that {brands} compete for the same customers.',
  'A few reviewers mention {brands} as well.',
] as const

export const hedges = [
  'Prices and plans change often, so check the current terms before you decide.',
  'Keep in mind that many of these lists earn commissions, so treat the order with some care.',
  'I could not verify every claim independently; the picture may look different in your region.',
  'This may have changed since the pages were written.',
  'Your experience may differ, especially if your team is very small or very large.',
] as const

/** Slots: noun, feature, audience. */
export const closings = [
  'A short trial with a real project tells you more than any ranking.',
  'If you tell me your team size and budget, I can narrow this down further.',
  'Whichever {noun} you choose, plan a week for moving your existing work over.',
  'For {audience}, I would shortlist two and test both with the same small project.',
  'In the end, pick the one your team will really open every morning.',
] as const

/** Headings and bullets about how to choose; they name nobody. Slots: feature, audience. */
export const criteriaHeadings = ['How to choose', 'What to look for', 'Questions to ask first'] as const
export const criteria = [
  'Count the people who need access, guests included.',
  'Check whether {feature} is part of the plan you can afford.',
  'Ask how easily your work can be exported again.',
  'Look at the integrations you already depend on.',
  'Compare the yearly price, not the monthly one.',
  'Read reviews from {audience} rather than general ones.',
] as const
