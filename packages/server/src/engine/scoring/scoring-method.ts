import { ENTRANT } from '../advising/moves/entrants.ts'
import { ORDER_GAP } from '../advising/moves/order.ts'
import { FALSE_RATE, NOTABLE_POINTS } from '../advising/moves/situations.ts'
import { answerValue, PLACE_BUCKETS } from './answer-value.ts'
import { kindsOfAdvice, RATE_SPREAD } from '../advising/recommending/kinds.ts'
import { RANGE_LEVEL } from '../advising/recommending/lift-range.ts'
import { ADVICE_WINDOW, KNOWN_SLACK, MIN_LIFT, MOST_OF_A_KIND } from '../advising/recommending/limits.ts'
import { LEAST_RIVALS } from './beyond-rivals.ts'
import { PLATFORM_MEASURED_FROM } from './prompt-means.ts'
import { PROVISIONAL_ABOVE_WIDTH, PROVISIONAL_BELOW, SCORING_VERSION } from './score.ts'
import { workedExamples } from './worked-examples.ts'
import { DEFAULT_WINDOW, MAX_WINDOW_DAYS } from './windows.ts'

/** How the numbers are made, for whoever reads them. Its figures are the ones the engine calculates with. */
export const scoringMethod = {
  scoringVersion: SCORING_VERSION,
  summary:
    'Visibility is the mean value of an entity in valid AI answers: per prompt, then per platform, then over platforms.',
  terms: [
    { term: 'brand', meaning: 'What an organization tracks: name, aliases, excluded names, domains.' },
    { term: 'competitor', meaning: 'The same fields as a brand; belongs to one brand.' },
    { term: 'entity', meaning: 'A brand or one of its competitors.' },
    {
      term: 'prompt',
      meaning:
        'A question a buyer would ask. Branded: it names the brand. Its text never changes: an edit makes a new version with its own series.',
    },
    {
      term: 'platform',
      meaning:
        'An AI product measured. It stays the same while the model behind it changes; each answer keeps its model.',
    },
    { term: 'run', meaning: 'One measurement: prompts × platforms × repeats.' },
    { term: 'answer', meaning: 'What came back: text, citations, the platform’s own searches, model, usage, cost.' },
    {
      term: 'window',
      meaning:
        'A trailing span of whole UTC days that ends with the last day that has answers (asOf): number and unit letter (d or w).',
    },
  ],
  surfaces: [
    { surface: 'api', meaning: 'The vendor’s API. An API’s answer is not the app’s answer.' },
    { surface: 'serp', meaning: 'A search-results API.' },
    { surface: 'import', meaning: 'Sent to us.' },
    { surface: 'simulated', meaning: 'Made up by the lab: measures nothing real.' },
  ],
  window: { default: DEFAULT_WINDOW, maxDays: MAX_WINDOW_DAYS },
  outcomes: {
    measured: ['ok'],
    countedApart: ['not_triggered', 'refused', 'empty', 'failed', 'unreadable'],
    note: 'Visibility is visibility in answers: an answer that is not ok never counts as “not mentioned”. An ok answer that says it found nothing on the brand names it but does not recommend it: acknowledgedAbsent, value 0.',
    triggerRate:
      'Answers shown (ok, refused, empty, unreadable) ÷ answers shown plus not triggered; failed ones are left out.',
  },
  answerValue: {
    formula: 'v = 0 if the entity is not named or only acknowledged as absent; else max(0.4, 0.9^(place − 1))',
    byPlace: Array.from({ length: PLACE_BUCKETS }, (_, index) => ({
      place: index + 1,
      andLater: index + 1 === PLACE_BUCKETS,
      value: answerValue(index + 1),
    })),
    place:
      'All known entities, tracked and discovered, in order of first mention; in a list, table or series of headings the ordinal of the item in which the entity is first named, if that is larger.',
    note: 'An answer counts once, however often it names the entity. Sentiment and citation are no part of the score: they are columns of their own.',
  },
  score: {
    unit: 'points',
    min: 0,
    max: 100,
    panel: 'The active, unbranded prompts. Branded ones are reported apart.',
    platform:
      '100 × mean over prompts of the mean value of the prompt’s valid answers in the window. A prompt without a valid answer on a platform is left out there.',
    composite:
      'Weighted mean of the unrounded platform scores over platforms that are measured. Equal weights by default, settable per organization.',
    platformMeasuredFrom: {
      ...PLATFORM_MEASURED_FROM,
      note: 'With fewer prompts or valid answers in the window a platform is provisional and weighs 0. Where none is measured, all count, and the score is provisional.',
    },
    rounding: 'Shown as integers, rounded half up; everything is computed from the unrounded values.',
    noData: 'No data is not 0: there is no score until the first answers are scored.',
  },
  interval: {
    level: 0.95,
    samplingUnit: 'prompt',
    method:
      'Variance by linearisation: each prompt’s influence on the composite, in the complete case the weighted mean over platforms of its values. Student t with as many degrees of freedom as effective prompts less one, the variance taken at each end of the interval (Wilson’s form), where it is at least two thirds of that of single answers that do not name the entity, or name it first: so it keeps its coverage near 0 and 100, and for who is named in every answer.',
    degenerate:
      'One prompt: none. All prompts alike: the interval allows for as many differing prompts as a sample of this size would miss with 2.5 % probability.',
    provisionalBelow: PROVISIONAL_BELOW,
    provisionalAboveWidth: PROVISIONAL_ABOVE_WIDTH,
  },
  trend: {
    compares: 'The window with the equally long one before it, over the (prompt, platform) pairs present in both.',
    delta: 'Change of the composite in points, one decimal.',
    relative: 'Change of the composite in percent, one decimal, with sign; made from the same two unrounded numbers.',
    comparable:
      'false where the window before shares no pair with a valid answer: then 0 and +0.0% say that nothing is known, and interval and beyondRivals are null.',
    edges:
      'No earlier window or no change: 0 and +0.0%. Before 0, now above 0: +100.0%. Rounded half away from 0, never −0.0.',
    examples: [
      { previous: 40, current: 42, delta: 2, relative: '+5.0%' },
      { previous: 50, current: 47.5, delta: -2.5, relative: '-5.0%' },
      { previous: 50, current: 49.98, delta: 0, relative: '+0.0%' },
      { previous: 0, current: 12, delta: 12, relative: '+100.0%' },
    ],
    significant:
      'The 95 % interval of the per-prompt paired differences, averaged over platforms within a prompt, leaves out 0. Student t; each difference taken as it differs from the mean of the others (HC3).',
    beyondRivals: {
      leastRivals: LEAST_RIVALS,
      meaning:
        'The same paired statistics on the brand’s value less the mean of its competitors’ values. A platform’s bad day or a new model moves everybody and is not in it. Webhooks with onlySignificant ask for this one where there are enough competitors.',
    },
    platformWide:
      'Mean change of all tracked entities on the same prompts. A change is split into this part and the brand’s own.',
  },
  history: {
    points:
      'day: the 7 days that end with it, as the score of a 7d window; week: Monday to Sunday (ISO 8601); month: of the calendar. Always the whole period; one that is not over on the last day with answers is not complete; one without a valid answer is left out.',
    panel:
      'Made from the stored answers with the prompts that are active today: archiving one takes it out of the whole history, a new one enters with its first answers.',
    marks:
      'Days on which a platform’s dominant model (of up to 20 answers of the day) differs from that of the day before with answers; on which prompts were added after the brand’s first ones, archived or edited; on which competitors were added, removed or changed.',
  },
  explanation: {
    contribution:
      '100 × the platform’s share of all weight × the mean value of the prompt’s valid answers there ÷ the platform’s prompts. All contributions sum to the composite.',
    potential: 'What a prompt would add beyond its contribution if each answer named the brand first.',
    change:
      'The same formula over the differences of the pairs present in both spans; it sums to the change of the composite over these pairs.',
    narrower:
      'How many prompts more, alike in kind, would halve the interval or bring it to a wished width: its variance falls with their number, and Student’s t with it. How many times as many answers to the same prompts would do: they take away only what answers to one prompt vary among themselves.',
  },
  examples: workedExamples,
  headToHead: {
    lead: 'Score of the brand less that of the competitor in the same answers, with the interval of the per-prompt paired differences.',
    places: 'Of the valid answers that name both: who has the better place. One named only as unknown comes last.',
  },
  shareOfVoice: {
    formula:
      '100 × answers naming the entity ÷ the sum of that count over the brand and its competitors, as integers that sum to 100 (largest remainder). Nobody named: all 0.',
    bases: [
      { basis: 'tracked', meaning: 'The brand and its competitors.' },
      {
        basis: 'all',
        meaning:
          'Beside them the names that the answers set out and nobody tracks, each in two answers or more, as one entry, other. Where a day has more than 85 answers, what was read of it stands for the day.',
      },
    ],
  },
  alerts: {
    threshold:
      'Points on the 0–100 scale, with decimals; missing or 0: every change of the integer value. Compared with the value last reported to the subscription, so that a slow drift is reported too.',
    once: 'An ongoing move is told once: again when it was absent for a week, or when two windows lie behind what was told. An order is told when it turns, a name once.',
    moves: [
      {
        move: 'score_moved',
        meaning:
          'The competitor’s score changed from one 7d window to the next by notablePoints or more and beyond chance: over all competitors and both measures at most falseRate of what is told (Benjamini and Hochberg). Or by as much as a subscription’s threshold asks for.',
      },
      { move: 'sov_moved', meaning: 'Its share of voice did so.' },
      {
        move: 'overtook',
        meaning:
          'It stood below the brand, and stands orderGap or more above it in two consecutive windows, by more over both than the spread of single answers explains.',
      },
      { move: 'fell_behind', meaning: 'The other way round.' },
      {
        move: 'new_entrant',
        meaning:
          'An untracked name in at least entrantShare and entrantAnswers of a window’s valid answers; told once.',
      },
    ],
    figures: {
      notablePoints: NOTABLE_POINTS,
      falseRate: FALSE_RATE,
      orderGap: ORDER_GAP,
      entrantShare: ENTRANT.share,
      entrantAnswers: ENTRANT.answers,
    },
  },
  recommendations: {
    window: ADVICE_WINDOW,
    efforts: ['low', 'medium', 'high'],
    estimatedLift:
      'Whole points of composite, by a counterfactual: in the cells (prompt × platform) the advice is about the brand gets the median value of the rivals that have what it lacks, times a stated success rate. Never above 100 − composite. Lifts of two recommendations do not add up.',
    reach:
      'Where advice is about some of a cell’s answers only (those that draw on a source), its share of them. Advice on place keeps how often the brand is named and gives it the median value of a rival’s naming.',
    range:
      'Holds the measured lift in that share of cases, if the success rate is right: in each cell the advice works or not; the rate itself may be off; and what is measured moves by itself, by what samples of as many answers differ and at least by what these cells moved by since the window before.',
    rangeLevel: RANGE_LEVEL,
    rateSpread: RATE_SPREAD,
    rank: 'Lift, then lower effort, then age.',
    minimum: {
      prompts: PROVISIONAL_BELOW.prompts,
      answers: PROVISIONAL_BELOW.answers,
      lift: MIN_LIFT,
      newOfAKind: MOST_OF_A_KIND,
    },
    known: `What is told already keeps its id and stays while its evidence is at least ${KNOWN_SLACK} of what it took to tell it.`,
    states:
      'new → accepted → in_progress → done, or dismissed with a reason; new and accepted ones expire when their evidence is gone, and come back when it does. What a person dismissed stays so.',
    measuredLift:
      'After done: the part of the composite’s paired change that lies in the advice’s cells, the 28 days before against up to 28 days after, from the seventh on; its interval is that of the answers.',
    kinds: Object.entries(kindsOfAdvice).map(([kind, { meaning, effort, successRate, reason }]) => ({
      kind,
      meaning,
      effort,
      successRate,
      reason,
    })),
  },
} as const
