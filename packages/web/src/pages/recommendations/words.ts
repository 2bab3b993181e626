import type { EntryOf } from '../../api/contract.ts'
import type { BadgeTone } from '../../design/Badge.tsx'

export type Summary = EntryOf<'listSuggestions'>
export type Status = Summary['status']
export type Kind = Summary['kind']
export type Effort = Summary['effort']

export const statusWords: Record<Status, string> = {
  new: 'New',
  accepted: 'Accepted',
  in_progress: 'In progress',
  done: 'Done',
  dismissed: 'Dismissed',
  expired: 'Expired',
}

export const statusTones: Record<Status, BadgeTone> = {
  new: 'accent',
  accepted: 'plain',
  in_progress: 'plain',
  done: 'good',
  dismissed: 'plain',
  expired: 'plain',
}

/** What each column of the board is for. */
export const statusNotes: Record<Status, string> = {
  new: 'Found in the answers; nobody has decided yet.',
  accepted: 'Worth doing; not begun.',
  in_progress: 'Somebody is at it.',
  done: 'Carried out; what it brought is being measured.',
  dismissed: 'Not for us, with the reason.',
  expired: 'Its evidence is gone.',
}

/** The button that moves it there. */
export const moveWords: Record<Status, string> = {
  new: 'Take it up again',
  accepted: 'Accept',
  in_progress: 'Start work',
  done: 'Mark done',
  dismissed: 'Dismiss',
  expired: 'Expire',
}

export const effortWords: Record<Effort, string> = { low: 'Low effort', medium: 'Medium effort', high: 'High effort' }

export const kindWords: Record<Kind, string> = {
  source_gap: 'Source without the brand',
  source_lost: 'Source lost',
  prompt_gap: 'Question without the brand',
  topic_gap: 'Topic without the brand',
  search_unanswered: 'Search without an own page',
  own_page_unnamed: 'Own page, brand not named',
  named_late: 'Named behind rivals',
  platform_lag: 'Behind on one platform',
  locale_gap: 'Behind in one market',
  negative_claim: 'Repeated criticism',
  site_unreadable: 'Site unreadable for crawlers',
}
