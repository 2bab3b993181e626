/** What the list of answers can be asked for beside what every page of a brand can; each stands in the address. */
export const answerWords = [
  'promptId',
  'runId',
  'outcome',
  'mentioned',
  'competitorId',
  'anyCompetitor',
  'countedIn',
  'cites',
  'drawsOn',
  'from',
  'to',
] as const
const names = ['platform', 'topic', ...answerWords] as const
export type AnswerFilterName = (typeof names)[number]

/** What the list is narrowed down to. */
export type AnswerSearch = { [name in AnswerFilterName]?: string | undefined }

/** What of the address is about the list. */
export const ofAnswers = (search: AnswerSearch): AnswerSearch =>
  Object.fromEntries(names.map((name) => [name, search[name]]))

export const isFiltered = (search: AnswerSearch): boolean => names.some((name) => search[name] !== undefined)

/** Narrowed down to nothing. */
export const unfiltered: AnswerSearch = Object.fromEntries(names.map((name) => [name, undefined]))
