/** One exchange with the brand's own site. Its text is a stranger's. */
export type Fetched = {
  url: string
  /** Token of the crawler it was asked as; null: as a browser. */
  crawler: string | null
  answer: FetchedAnswer | { kind: 'failed'; reason: string }
}
export type FetchedAnswer = {
  kind: 'answered'
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
}

export const isOk = (answer: Fetched['answer']): answer is FetchedAnswer =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
