/** Sentences about one brand. Slots: brand, feature, other feature, audience, drawback, year. */
export const praise = [
  'Users praise {feature}, and the setup takes minutes rather than days.',
  'It stands out for {feature} and {feature2}, which makes it a strong fit for {audience}.',
  'Reviewers highlight {feature}, and long-time customers call it reliable.',
  'It earns high marks for {feature}; most testers found it a pleasure to work with.',
  'An excellent choice for {audience}, thanks to {feature} and {feature2}.',
  'It keeps winning comparisons on {feature}, with very few complaints.',
  'Customers who switched to it in {year} report fewer meetings and clearer plans.',
] as const

export const mixedViews = [
  'It offers {feature}, although {drawback}.',
  'Good for {audience}, but {drawback}.',
  'Strong on {feature}; on the other hand, {drawback}.',
  'It covers the basics with {feature}, and may be enough for {audience}.',
  'Some reviewers like {feature}, others point out that {drawback}.',
] as const

export const criticism = [
  'It has fallen behind lately: {drawback}, and several reviewers were disappointed.',
  'Hard to recommend without reservations, because {drawback}.',
  'Users complain that {drawback}, so try it before you pay for a year.',
  'It promises {feature}, but {drawback} and the tests were unimpressive.',
] as const

/** What follows a bold name after a dash or a colon, in lower case. Slots: feature, feature2, audience. */
export const shortClaims = [
  'best for {audience}, with {feature}',
  'known for {feature} and {feature2}',
  'a solid pick for {audience}',
  'popular with {audience} because of {feature}',
  'good value, including {feature}',
  'a newer choice that focuses on {feature}',
] as const

/** Bullets below an item. Slots: feature, audience, drawback, price. */
export const points = [
  'Best for: {audience}',
  'Strength: {feature}',
  'Weakness: {drawback}',
  'Price: from {price} per user and month',
  'Free plan: yes, with limits',
  'Trial: 14 days, no card needed',
] as const
