import type { Citation, Cost, Failure, Finish, Outcome, Question, Usage } from '../platform.ts'

/**
 * What one recording must become, written by hand from reading the file. What is not stated is not checked, except:
 * every span lies inside the text, no page is both cited and listed, nothing throws.
 */
export type Expected = {
  /** File name in the folder, without `.json`. */
  file: string
  /** Recordings that are served after it, for answers of several exchanges (deferred overview, paused turn). */
  then?: string[]
  /** For batch output: the line that is served alone, from 0. */
  line?: number
  outcome: Outcome
  finish?: Finish
  text?: {
    full?: string
    start?: string
    end?: string
    /** UTF-16 units of the whole clean text. */
    length?: number
    has?: string[]
    lacks?: string[]
  }
  /** All citations in order; `[]` checks that there are none. */
  citations?: readonly ExpectedCitation[]
  /** For long lists: their number only. */
  citationCount?: number
  /** Canonical URLs of all listed pages in order, or their number. */
  listed?: readonly string[] | number
  searches?: string[] | null
  searched?: boolean
  model?: string | null
  usage?: Partial<Usage>
  cost?: Cost
  location?: string | null
  unknownItems?: number
  errorCode?: string | null
  /** The failure that ends the collection. */
  failure?: Partial<Pick<Failure, 'kind' | 'code' | 'retryAfterMs'>> | null
  /** HTTP exchanges needed. */
  tries?: number
  /** How our request compares with the recorded one; without it nothing is compared. */
  request?: ExpectedRequest
}

export type ExpectedCitation = {
  /** Canonical. */
  url: string
  domain?: string
  title?: string | null
  isResolved?: boolean
  count?: number
  /** The text under each span, in order: checks the offsets. */
  slices?: string[]
}

export type ExpectedRequest = {
  /** The question that leads to the recorded request; a neutral one without a locale when left out. */
  question?: Partial<Question>
  /**
   * Places that must be equal in both: `method`, `path`, `body.tools.0.type`, `body.tools.0.user_location`,
   * `query.gl`, `headers.anthropic-version` (only that we send it; recordings have no request headers) …
   */
  same: string[]
  /** Places that we send on purpose with another value, and the value. */
  differs?: Record<string, unknown>
}

/** The unit that a citation's slice is checked against. */
export const slicesOf = (text: string, citation: Citation): string[] =>
  citation.spans.map((span) => text.slice(span.start, span.end))
