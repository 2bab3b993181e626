import type { Matcher, EntityNames } from '../engine/reading/names/matcher.ts'
import type { Unjudged } from '../engine/reading/names/judged-places.ts'
import { extract, type ExtractedMention, type ExtractableAnswer } from '../engine/reading/extraction/extract.ts'
import { sourcesOf, type SourceUse } from '../engine/reading/extraction/sources.ts'
import type { ObservedEntity } from '../engine/scoring/cells.ts'

type Page = { url: string; domain: string; title: string | null; isResolved: boolean }
export type ReadableAnswer = ExtractableAnswer<Page & { count: number }, Page>

/** What an answer holds, as far as it is kept. */
export type ReadAnswer = {
  entities: ObservedEntity[]
  mentions: ExtractedMention[]
  unjudged: Unjudged[]
  /** Pages of the brand's or a competitor's own. */
  owners: { url: string; owner: 'own' | 'competitor'; entityId: string }[]
  /** Null: not a valid answer. */
  sources: SourceUse | null
}

export function readAnswer(answer: ReadableAnswer, matcher: Matcher, entities: EntityNames[]): ReadAnswer {
  const found = extract(answer, matcher, entities)
  return {
    entities: found.entities,
    mentions: found.mentions,
    unjudged: found.unjudged,
    owners: [...found.citations, ...found.listed].flatMap(({ url, owner, entityId }) =>
      owner === 'third_party' || entityId === null ? [] : [{ url, owner, entityId }],
    ),
    sources: sourcesOf(found),
  }
}
