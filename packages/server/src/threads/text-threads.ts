import type { Log } from '../base/log.ts'
import type { Tasks } from './tasks.ts'
import { createThreads, type Reading, type Threads, type ThreadsOptions } from './threads.ts'

/** The threads that the service reads strangers' texts in. */
export type TextThreads = Threads<Tasks>
export type TextReading = Reading<Tasks>
export type TextThreadsOptions = Partial<Pick<ThreadsOptions, 'entry' | 'limits' | 'size'>>

export function openTextThreads(log: Log, options: TextThreadsOptions = {}): TextThreads {
  return createThreads<Tasks>({
    entry: ENTRY,
    ...options,
    // Never the text: it may hold anything.
    onUnread: ({ tenant, task, reason, error }) =>
      log.error('text.unread', { organization: tenant, task, reason, ...(error !== null && { error }) }),
  })
}

/** Beside this file as source, and beside the one file that is published (`scripts/pack.ts`). */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './entry.ts' : './texts.js', import.meta.url)
