import type { ReactNode } from 'react'
import { ordinal } from '../../format/numbers.ts'
import type { ListedAnswer } from './words.ts'

/** Whether an answer names the brand, and where among the names. */
export function Standing({ answer, brandId }: { answer: ListedAnswer; brandId: string }): ReactNode {
  if (answer.outcome !== 'ok') return '–'
  return standingWords(answer, brandId)
}

/** `2nd`, `not named`, `named as unknown`. */
export function standingWords({ places, mentions }: ListedAnswer, entityId: string): string {
  const own = places.find((place) => place.entityId === entityId)
  if (own?.place != null) return ordinal(own.place)
  return own || mentions.some((mention) => mention.entityId === entityId) ? 'named as unknown' : 'not named'
}
