import type { EntryOf, Output } from '../../api/contract.ts'
import type { BadgeTone } from '../../design/Badge.tsx'

export type Answer = Output<'getAnswer'>
export type ListedAnswer = EntryOf<'listAnswers'>
export type Outcome = Answer['outcome']
export type Mention = Answer['mentions'][number]
type Sentiment = NonNullable<Mention['sentiment']>

export const outcomeWords: Record<Outcome, string> = {
  ok: 'answered',
  not_triggered: 'no AI answer',
  refused: 'refused',
  empty: 'empty',
  failed: 'failed',
  unreadable: 'unreadable',
}

/** What a list can be narrowed down to, as the contract calls it. */
export const countedWords = { score: 'In the score', panel: 'In rates and shares' }

export const outcomeTones: Record<Outcome, BadgeTone> = {
  ok: 'good',
  not_triggered: 'plain',
  refused: 'warn',
  empty: 'warn',
  failed: 'bad',
  unreadable: 'bad',
}

/** What an answer that is no answer means for the numbers. */
export const outcomeSays: Record<Exclude<Outcome, 'ok'>, string> = {
  not_triggered: 'The platform showed no AI answer to this question. It is counted apart and never as “not named”.',
  refused: 'The platform declined to answer. It is counted apart and never as “not named”.',
  empty: 'The platform answered without a word. It is counted apart and never as “not named”.',
  failed: 'The platform could not be asked, or what it sent could not be read. It counts in no rate.',
  unreadable:
    'The platform answered, and looking through its text was given up. It is counted apart and never as “not named”. It is read again when names change or a new version comes; your operator can have it read again at once.',
}

export const toneWords: Record<Sentiment, string> = {
  positive: 'speaks for it',
  neutral: 'plainly named',
  negative: 'speaks against it',
  mixed: 'for and against',
}

export const toneTones: Record<Sentiment, BadgeTone> = {
  positive: 'good',
  neutral: 'plain',
  negative: 'bad',
  mixed: 'warn',
}

export const surfaceWords: Record<Answer['surface'], string> = {
  api: 'its API, not the app',
  serp: 'a search-results vendor',
  import: 'imported',
  simulated: 'simulated by the lab',
}

const failures: Record<string, string> = {
  invalid_key: 'the key is not accepted',
  forbidden: 'the account may not use it',
  out_of_credit: 'no credit is left at the platform',
  rate_limited: 'asked too fast, and again without success',
  server_error: 'the platform had a fault',
  overloaded: 'the platform was overloaded',
  unreadable: 'what was sent could not be read',
  prompt_too_long: 'the prompt is too long for the platform',
  model_not_found: 'the model asked for does not exist any more',
  bad_request: 'the platform did not accept the question',
  not_found: 'the platform knows no such address',
  not_set_up: 'no key was set up when its turn came',
  search_failed: 'the platform’s own search failed',
  timeout: 'no answer within the time allowed',
  unreachable: 'the platform could not be reached',
  reading_too_slow: 'reading what was sent took too long',
  reading_too_large: 'reading what was sent needed too much memory',
  reading_failed: 'what was sent could not be read',
  content_filter: 'the platform’s filter stopped the answer',
}

/** Why a platform gave no answer, in words; an unknown code speaks for itself. */
export const failureWords = (code: string): string => failures[code] ?? code.replaceAll('_', ' ')

/** Where the reason for the n-th mention stands on the page. */
export const mentionId = (index: number): string => `mention-${index}`
