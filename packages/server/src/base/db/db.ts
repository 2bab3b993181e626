import type { Tables } from './tables.ts'
import type { Kysely } from 'kysely'

/** What store functions take: a transaction of one tenant, or its pipelined reader. */
export type Db = Kysely<Tables>
