/** Each number worked out by hand; `worked-examples.test.ts` recomputes them with the functions that make the numbers. */
export const workedExamples = [
  {
    number: 'score',
    given:
      'Prompt A: three valid answers, the brand at place 1, at place 2 and not named. Prompt B: one valid answer, place 3; a second one was not triggered.',
    result: '100 × ((1 + 0.9 + 0) ÷ 3 + 0.81) ÷ 2 = 72.17, shown as 72',
  },
  {
    number: 'interval',
    given: 'Five prompts on one platform, ten answers each; the brand is first in 2, 4, 6, 8 and all 10 of them.',
    result:
      'Score 60; V = 0.1 ÷ 5 = 0.02, t = 2.776 with 4 degrees of freedom, C = 0.02 ÷ (0.6 × 0.4) = 0.0833. x² = t² × ((1 − x ÷ 0.6) × V + x ÷ 0.6 × (1 − x ÷ 0.6) × 0.36 × C) gives 34.8 points down, with 0.4 for 0.6 27.0 up: 25.2 to 87.0',
  },
  {
    number: 'trend',
    given: 'Three prompts worth 20, 30 and 40 in the window before, 30, 50 and 70 now.',
    result:
      'From 30 to 50: +20.0 points, +66.7%. Differences 10, 20, 30: variance 100, of the mean 33.3, by HC3 × 3 ÷ 2 = 50; ± 4.303 × 7.07 = 30.4: −10.4 to 50.4, so it is not significant',
  },
  {
    number: 'mention rate',
    given: 'Five valid answers: the brand at places 1, 3 and 5, named only as unknown in one, not named in one.',
    result: '4 of 5 = 0.8',
  },
  {
    number: 'average position',
    given: 'The same five answers.',
    result: '(1 + 3 + 5) ÷ 3 = 3: answers without a place are left out',
  },
  {
    number: 'sentiment',
    given: '“Fernhold is fast and reliable but expensive.”',
    result:
      'Two words of praise, one of blame: blame is 1 ÷ 3 = 0.33 of both, between 0.25 and 0.7, so mixed. Of an entity the answers of each kind are counted',
  },
  {
    number: 'trigger rate',
    given: 'Of ten questions six were answered, one was refused, two showed no AI answer, one failed.',
    result: '(6 + 1) ÷ (6 + 1 + 2) = 0.778: failed ones are left out',
  },
  {
    number: 'citation rate',
    given: 'Six valid answers, three of them cite a page of the brand’s own, one of these without its name.',
    result: '3 of 6 = 0.5',
  },
  {
    number: 'share of voice',
    given: 'Four answers name the brand in 2, a competitor in 3, and names that nobody tracks in 3 and 2.',
    result: 'Tracked: 40 and 60. All: 20, 30 and, for the others together, 50',
  },
  {
    number: 'lead',
    given:
      'Three prompts on which the brand is worth 60, 50 and 40 and a competitor, in the same answers, 30, 40 and 20.',
    result:
      '50 − 30 = +20.0 points. Differences 30, 10, 20, taken as those of a trend are: ± 30.4, so −10.4 to 50.4, and the lead is not significant',
  },
  {
    number: 'measured lift',
    given:
      'Four prompts on one platform, ten answers each in the 28 days before and after; an advice was about two of them, in which the brand came first 2 and 0 times before, 6 and 5 times after.',
    result:
      'Each prompt weighs 100 ÷ 4 = 25 points: 25 × (0.6 − 0.2) + 25 × (0.5 − 0) = 22.5 points, whatever the other two did. Variances of single answers 0.16, 0.24, 0.25 and, where none of ten named it, 1 ÷ 11 × 10 ÷ 11 = 0.083 for the one not seen; 25² ÷ 10 × their sum 0.733 = 45.8, ± 2.04 × 6.77 = 13.8: 8.7 to 36.3',
  },
] as const
