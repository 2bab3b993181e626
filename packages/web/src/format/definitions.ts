/** What each number means, how it is made, and an example anybody can follow. A test recomputes the examples. */
export const definitions = {
  score: {
    name: 'Score',
    says: 'How visible the brand is in the answers: 0 is never named, 100 is named first in every valid answer. Branded prompts are left out.',
    formula: '100 × mean over prompts of the answers’ values, then the weighted mean over platforms',
    example:
      'Named first in 1 of 2 answers to a prompt (values 1 and 0) and second in both answers to another (0.9, 0.9): 100 × (0.5 + 0.9) ÷ 2 = 70.',
  },
  interval: {
    name: '95 % interval',
    says: 'Ask the same kind of questions again and the score would come out a little different. In 95 of 100 such measurements the interval holds the true value.',
    formula: 'mean ± t × standard error, prompts being what is sampled',
    example: 'A score of 54 [46, 63] says: between 46 and 63. A change within such an interval is noise.',
  },
  change: {
    name: 'Change',
    says: 'Against the equally long window before, over the pairs of prompt and platform that both windows have. It is called a change only where its 95 % interval leaves out 0. Beyond rivals: the same of the brand less the mean of its rivals, so that what a platform does to everybody is left out.',
    formula: 'score now − score before, over shared pairs',
    example: '40 before and 42 now: +2.0 points, which is +5.0 %.',
  },
  shareOfVoice: {
    name: 'Share of voice',
    says: 'Of all the times a tracked name is brought up, how often it is this one. An answer counts once for each name in it.',
    formula: '100 × answers naming it ÷ namings of all tracked names',
    example: 'Named in 30 answers, its rivals in 50 and 20: 100 × 30 ÷ 100 = 30.',
  },
  lead: {
    name: 'Lead',
    says: 'By how many points the brand stands above a rival in the same answers, prompt by prompt and platform by platform. It is called a lead only where its 95 % interval leaves out 0.',
    formula: 'score of the brand − score of the rival, over the same pairs',
    example: 'Brand 52, rival 45: +7.0. With an interval of −2.0 to 16.0 it is too close to call.',
  },
  discovered: {
    name: 'Names found',
    says: 'Names that answers set out first in a list item, a table row or a heading, and that are neither the brand nor tracked. At most 600 answers of the last 28 days are read, spread evenly.',
    formula: 'answers that set it out ÷ answers read',
    example: 'Set out in 123 of 600 answers read: 21 %.',
  },
  mentionRate: {
    name: 'Mention rate',
    says: 'Share of valid answers that name the brand at all, wherever in the answer.',
    formula: 'answers naming it ÷ valid answers',
    example: 'Named in 63 of 140 answers: 45 %.',
  },
  place: {
    name: 'Mean place',
    says: 'Where among all named brands it comes, over the answers that name it as something known. 1 is first.',
    formula: 'sum of places ÷ answers with a place',
    example: 'First, second and sixth: (1 + 2 + 6) ÷ 3 = 3.0.',
  },
  citationRate: {
    name: 'Citation rate',
    says: 'Share of valid answers that cite a page of the brand’s own domains. A citation is no mention, and the other way round.',
    formula: 'answers citing an own page ÷ valid answers',
    example: 'Cited in 28 of 140 answers: 20 %.',
  },
  cited: {
    name: 'Cited in',
    says: 'Share of valid answers whose text points at the source. An answer counts once, however often it points there. Sources that an answer only shows beside its text are counted apart.',
    formula: 'answers pointing at it ÷ valid answers',
    example: 'Pointed at in 1,108 of 2,943 answers: 38 %.',
  },
  sourceGap: {
    name: 'Gap',
    says: 'A third party’s source that stands behind more answers with a rival and without the brand than answers with the brand. Being in a source is not yet being named, but platforms look there already.',
    formula: 'answers naming a rival and not the brand − answers naming the brand',
    example: 'Behind 31 answers with rivals alone and 12 with the brand: a gap of 19.',
  },
  triggerRate: {
    name: 'Shown',
    says: 'How often the platform showed an AI answer at all. Questions without one are counted apart; they never count as “not named”.',
    formula: 'answers shown ÷ questions asked, failed ones left out',
    example: '107 answers to 140 questions: 76 %.',
  },
  value: {
    name: 'Value of an answer',
    says: 'What one answer is worth to a name: 1 where it is named first, a tenth less with each place after, 0 where it is not named or only as unknown.',
    formula: '0.9 to the power of (place − 1)',
    example: 'Named fifth: 0.9 × 0.9 × 0.9 × 0.9 = 0.66.',
  },
  sentiment: {
    name: 'Tone',
    says: 'How the words around a naming speak of it: for it, against it, both, or neither.',
    formula: 'answers naming the brand, counted by tone',
    example: 'Praised in 71 answers, criticised in 2, both in 16, plainly named in 5.',
  },
  outcome: {
    name: 'Outcome',
    says: 'What came of a question. Only answers are measured; refusals, empty or unreadable answers and questions without an AI answer are counted apart, and a failure of the platform is never counted against the brand.',
    formula: 'answered + refused + empty + unreadable = shown; failed ones are asked again and then left out',
    example: '140 questions: 107 answered, 33 without an AI answer. Rates are over the 107.',
  },
  estimatedLift: {
    name: 'Estimated lift',
    says: 'Points of score this advice may bring: the brand is given what rivals have where it lacks it, times the share of the gap that such advice is assumed to close. Lifts of two recommendations do not add up.',
    formula: 'success rate × (median value of rivals − own value), over the prompts and platforms concerned',
    example:
      'Own value 0.2, rivals 0.8, success rate 0.3, in a tenth of the panel: 100 × 0.3 × 0.6 × 0.1 = 1.8 points.',
  },
  liftCell: {
    name: 'Part of the lift',
    says: 'What one prompt on one platform adds to the estimate: the distance to the rivals there, for the answers that the advice is about, times the success rate and the pair’s weight in the score. Values run from 0 (not named) to 1 (named first).',
    formula: '100 × weight of the pair × concerned × success rate × (rivals’ median − own value)',
    example:
      'Own value 0.2, rivals 0.8, all answers concerned, success rate 0.3, one of 100 pairs: 100 × 0.01 × 1 × 0.3 × 0.6 = 0.18 points.',
  },
  measuredLift: {
    name: 'Measured lift',
    says: 'What happened where the advice was followed, after it was marked done, less what happened to all tracked names.',
    formula: 'change of the cells concerned, in points of score',
    example: '+2.4 measured where 1.8 were estimated, inside the range of 0.6 to 3.1.',
  },
  projectedCalls: {
    name: 'Projection',
    says: 'Where the period will end if calls go on at the pace so far. In the first day there is none.',
    formula: 'calls used × length of the period ÷ time gone by',
    example: '100 calls in the first 10 of 30 days: 100 × 30 ÷ 10 = 300.',
  },
} as const

export type DefinedTerm = keyof typeof definitions
