import { z } from 'zod'
import type { Encryption } from '../base/encryption.ts'

/** Raised when an older program could not read what a newer one writes. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const END = 'end.json'

/** First entry: what this is, and which schema its tables have. */
export const Manifest = z.object({
  sightline: z.literal('backup'),
  format: z.number().int(),
  version: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  schema: z.object({
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
    /** Of the library whose tables kept the jobs before `0040_jobs.sql`; 0 since. */
    queue: z.number(),
  }),
  /** In the order in which they are read back. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** A word sealed with SIGHTLINE_SECRET: tells whether a secret is the one, and nothing more than every sealed secret does. */
  sealed: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Last entry: without it the file was cut off. */
export const End = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), bytes: z.number(), sha256: z.string() })),
})
export type End = z.infer<typeof End>

const PLACE = 'backup'
const WORD = 'sightline'

export const sealedWord = (encryption: Encryption): string => encryption.seal(WORD, PLACE).toString('base64')

export function isOfSecret(encryption: Encryption, sealed: string): boolean {
  try {
    return encryption.unseal(Buffer.from(sealed, 'base64'), PLACE) === WORD
  } catch {
    return false
  }
}
