import { hash } from 'node:crypto'

/** The strong tag of an answer's very bytes: 160 bits of their SHA-256 (2 µs for a score). */
export const entityTagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`

/** One tag of a list, weak or strong; what is between quotes may hold commas. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/**
 * Whether a caller has this answer already: `*`, or its tag in the list that `If-None-Match` holds, compared weakly
 * (RFC 9110, 13.1.2). What is no such list names nothing.
 */
export function isKnownTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  if (!/^[\s,]*$/.test(ifNoneMatch.replaceAll(TAG, ''))) return false
  return [...ifNoneMatch.matchAll(TAG)].some(([, opaque]) => opaque === tag)
}
