import type { Settings } from './settings.ts'
import type { Work } from './work.ts'

/**
 * What a start needs before anything is asked. The contract and the tools take longer to load than all the rest, and a
 * greeting needs neither: they are opened behind it.
 */
export type Start = {
  version: string
  settings: Settings
  /** One line on stderr: stdout belongs to the protocol. */
  log(line: string): void
  /** Loaded once for all connections. */
  open(): Promise<Work>
}

export function createStart(settings: Settings, version: string, log: (line: string) => void): Start {
  let opened: Promise<Work> | null = null
  const open = (): Promise<Work> => (opened ??= import('./work.ts').then(({ openWork }) => openWork(settings, log)))
  return { version, settings, log, open }
}
