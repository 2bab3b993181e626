/** "I found nothing" about one brand. It is named, but not recommended. Slot: brand. */
export const absentBrand = [
  "I couldn't find any reliable information about {brand}. It may be very new, operate under another name, or have little public coverage.",
  'I was unable to find independent reviews or reliable information on {brand}, so I cannot say whether it is a good choice.',
  'There is no reliable information available about {brand} in the sources I searched, so I would rather not guess.',
] as const

/** "I found nothing" about the whole question; nobody is named. Slot: topic. */
export const foundNothing = [
  "I couldn't find enough reliable information on {topic} to recommend anything in particular.",
  'My search for {topic} returned no recent independent comparisons, so I cannot name a clear favourite.',
] as const

/** General advice after either. */
export const generalAdvice = [
  'A good next step is to write down your three most important requirements and to ask for a trial that covers them.',
  'You could look at recent reviews on independent sites and talk to people in a similar situation.',
  'Check the company behind the offer, how long it has existed, and how you would get your information out again.',
  'If you share a link or more context, I can take a closer look.',
] as const
