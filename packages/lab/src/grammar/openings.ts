/** First sentences that name nobody. Slots: topic, nouns, audience, feature. */
export const neutralOpenings = [
  'There is no single right answer here; the best choice depends on the size of the team and on what matters most day to day.',
  'A handful of {nouns} keep coming up in recent comparisons, and they differ more than their home pages suggest.',
  'I looked at recent reviews and buying guides on {topic}, and a fairly stable picture comes out.',
  'Reviewers weigh price, ease of use and depth differently, yet a few {nouns} turn up again and again.',
  'Several {nouns} fit this well, in particular when {feature} matters to you.',
  'For {audience}, most guides boil the choice down to a short list.',
  'Opinions are divided, but independent tests from this year agree on most of the points below.',
] as const

/** First sentences that name the first brand. Slots: brand, topic, nouns, audience, feature. */
export const leadOpenings = [
  '**{brand}** is the name most reviewers put first here, mainly because of {feature}.',
  'If you only have time to try one, start with **{brand}**: it is the pick most guides agree on for {audience}.',
  'Most recent comparisons put **{brand}** at the top, above all for {feature}.',
  '**{brand}** is probably the safest choice here, though it is not the cheapest of the {nouns}.',
  'The short answer is **{brand}**; the longer answer depends on your budget and on how your team works.',
] as const

/** What stands between an opening and a list. Slots: nouns, audience. */
export const leadIns = [
  'Here are the {nouns} that came up most often:',
  'These are the ones worth a closer look:',
  'In rough order of how strongly they were recommended:',
  'The short list, with what each is good at:',
  'What reviewers say about each:',
] as const

/** Headings over a list. */
export const listHeadings = [
  'Top picks',
  'Worth a closer look',
  'The short list',
  'Recommended choices',
  'How they compare',
] as const

/** A second sentence that names nobody. Slots: nouns, audience, feature. */
export const contexts = [
  'Most of the guides I found were updated within the last months, and they test with small groups of real users.',
  'Two points divide the field: how quickly a new team gets going, and whether {feature} is included from the start.',
  'What works for {audience} does not always work for others, so the reasons matter more than the order.',
  'Nearly all of these {nouns} offer a free trial, and most have a cheaper plan for small groups.',
  'I have left out anything that reviewers describe as discontinued or no longer maintained.',
] as const
