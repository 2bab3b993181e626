import type { EntryOf } from '../../api/contract.ts'

export type EventEntry = EntryOf<'listEvents'>
