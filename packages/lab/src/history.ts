import type { LabAnswer } from './answer.ts'
import { daysBetween, dayNumber } from './days.ts'
import type { Day } from './days.ts'
import { renderMarkdown, unmarked } from './markdown.ts'
import type { Market } from './market.ts'
import type { LabPlatform } from './platforms.ts'
import { compose } from './prose.ts'
import { mix } from './random.ts'
import { modelOf } from './wires/wire.ts'

export type HistoryOptions = {
  /** First and last day, both included. */
  from: Day
  to: Day
  /** Default: the market's. */
  prompts?: readonly string[]
  platforms?: readonly LabPlatform[]
  /** Answers a day, prompt and platform; default 1. */
  repeats?: number
}

/** One answer of the past, as a platform's reader would have read it. */
export type HistoricAnswer = {
  /** Always: nothing here was said by a real platform. */
  surface: 'simulated'
  platform: LabPlatform
  prompt: string
  outcome: 'ok' | 'not_triggered'
  /** Markdown without citation markers; empty when not triggered. */
  text: string
  /** Pages the text leans on; `start` and `end` are UTF-16 positions in `text`, the end is exclusive. */
  citations: { url: string; title: string; start: number; end: number }[]
  /** Pages looked at, but not cited. */
  listed: { url: string; title: string }[]
  /** What the platform searched for; null for platforms that never tell. */
  searches: string[] | null
  model: string | null
  day: Day
  /** From 0; live answers of the same day and question start at 0 as well and say the same. */
  sample: number
  /** RFC 3339, UTC; always within `day`. */
  collectedAt: string
}

/** Days of answers without HTTP, one by one, day by day: about 10,000 a second. */
export function* composeAnswers(market: Market, options: HistoryOptions): Generator<HistoricAnswer, void, void> {
  for (const day of daysBetween(options.from, options.to)) {
    for (const prompt of options.prompts ?? market.prompts) {
      for (const platform of options.platforms ?? market.platforms) {
        for (let sample = 0; sample < (options.repeats ?? 1); sample++)
          yield recall(market, { prompt, platform, day }, sample)
      }
    }
  }
}

const recall = (
  market: Market,
  question: Pick<LabAnswer, 'prompt' | 'platform' | 'day'>,
  sample: number,
): HistoricAnswer => {
  const answer = compose(market, question, sample)
  const known = {
    surface: 'simulated' as const,
    ...question,
    sample,
    model: namesModel.has(question.platform) ? modelOf(answer, question.platform) : null,
    collectedAt: collectedAt(answer),
  }
  if (!market.isTriggered(question, sample)) {
    return { ...known, outcome: 'not_triggered', text: '', citations: [], listed: [], searches: null }
  }
  const { text, marks } = renderMarkdown(answer, unmarked)
  const cited = new Set(marks.map(({ source }) => source))
  return {
    ...known,
    outcome: 'ok',
    text,
    citations: marks.map(({ source, claimStart, claimEnd }) => ({
      url: answer.sources[source]?.url ?? '',
      title: answer.sources[source]?.title ?? '',
      start: claimStart,
      end: claimEnd,
    })),
    listed: answer.sources.filter((_, index) => !cited.has(index)).map(({ url, title }) => ({ url, title })),
    searches: tellsSearches.has(question.platform) ? answer.searches : null,
  }
}

const tellsSearches: ReadonlySet<LabPlatform> = new Set([
  'chatgpt',
  'perplexity',
  'claude',
  'grok',
  'deepseek',
  'gemini',
])
const namesModel: ReadonlySet<LabPlatform> = new Set([...tellsSearches, 'mistral'])

/** Runs start at six in the morning and take an hour. */
const collectedAt = ({ day, draw }: LabAnswer): string =>
  new Date(dayNumber(day) * 86_400_000 + 6 * 3_600_000 + (mix(draw.seed, 0xc0) % 3_600_000)).toISOString()
