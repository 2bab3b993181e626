import type { Cell } from '../../scoring/cells.ts'
import type { Weights } from '../../scoring/prompt-means.ts'
import type { DayRange } from '../../scoring/span-score.ts'
import type { Effort } from './effort.ts'

export type Named = { id: string; name: string }
export type AskedPrompt = {
  id: string
  text: string
  topic: string | null
  country: string | null
  language: string | null
}

/** All that advice for one brand is drawn from: counts of one window, and of the one before it. */
export type Market = {
  brand: Named
  rivals: readonly Named[]
  /** The panel's: active and unbranded. */
  prompts: readonly AskedPrompt[]
  weights: Weights
  window: string
  days: DayRange
  cells: readonly Cell[]
  previousCells: readonly Cell[]
  sources: readonly SourceCell[]
  ownPages: readonly OwnPageCell[]
  entityPages: readonly EntityPagesCell[]
  searches: readonly SearchCount[]
  criticism: readonly Criticism[]
  findings: readonly SiteFinding[]
  /** Fingerprints of what is open now: their evidence may be a little thinner, so that nothing flickers. */
  known: ReadonlySet<string>
}

/** Answers of one prompt on one platform that draw on one site that is not a competitor's. */
export type SourceCell = {
  /** Registrable domain. */
  site: string
  owner: 'own' | 'third_party'
  /** Whether it is of the window before. */
  isPrevious: boolean
  promptId: string
  platform: string
  answers: number
  withBrand: number
  /** Of those without the brand, the ones that name a rival. */
  rivalsOnly: number
  /** By entity id: answers that name the rival; not counted in the window before. */
  rivals: Readonly<Record<string, number>>
}

/** Answers that draw on one page of the brand's own. */
export type OwnPageCell = {
  url: string | null
  domain: string
  promptId: string
  platform: string
  answers: number
  /** Of these, the ones that do not name the brand. */
  unnamed: number
}

/** Answers that draw on any page of an entity's own. */
export type EntityPagesCell = { entityId: string; promptId: string; platform: string; answers: number }

/** A search that platforms made before they answered a prompt. `told`: the cell's answers that tell any. */
export type SearchCount = { promptId: string; platform: string; search: string; answers: number; told: number }

/** Part of an answer that speaks ill of the brand. */
export type Criticism = {
  answerId: string
  promptId: string
  platform: string
  text: string
  /** Sites that the answer points at there, or else anywhere. */
  sites: readonly string[]
}

/**
 * What an examination of the brand's own site found. It is done elsewhere and stored, because it takes the network;
 * here it only becomes advice with a lift.
 */
export type SiteFinding = {
  subject: string
  title: string
  summary: string
  effort: Effort
  /** Platforms whose crawlers it is about; null: all. */
  platforms: readonly string[] | null
  urls: readonly string[]
}
