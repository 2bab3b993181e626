import type { ProblemError } from '../../api/door.ts'

/** What stands above a form: where single fields are wrong, they say so themselves. */
export function wordsFor(error: ProblemError): string {
  const wait = error.retryAfterSeconds === null ? '' : ` Try again in ${waitText(error.retryAfterSeconds)}.`
  return Object.keys(error.fields).length > 0 ? 'Something is not right yet; see below.' : `${error.message}${wait}`
}

const waitText = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
