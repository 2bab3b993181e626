/** What a terminal, its closing and a supervisor send. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** One press of Ctrl-C arrives twice when a launcher (npx, `bin/sightline.js`) passes on what the terminal told all. */
const ONE_PRESS_MS = 500

/**
 * Calls at the first stop signal; a second one ends the process at once.
 * @returns what takes it back
 */
export function onStopSignal(begin: (signal: string) => void): () => void {
  let firstAtMs: number | undefined
  const heard = (signal: string): void => {
    const now = performance.now()
    if (firstAtMs === undefined) {
      firstAtMs = now
      begin(signal)
    } else if (now - firstAtMs > ONE_PRESS_MS) process.exit(130)
  }
  for (const signal of SIGNALS) process.on(signal, heard)
  return () => {
    for (const signal of SIGNALS) process.off(signal, heard)
  }
}

/** Work was given up because the process stops. It is whole again after the next start, and no failure. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * Opens something for one command. One that is interrupted closes it, also where it is only being opened, and ends with
 * 130: else an embedded database would be left running without a user.
 */
export async function interruptible<Opened extends { close(): Promise<void> }>(
  open: () => Promise<Opened>,
): Promise<Opened> {
  const opening = open()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= opening.then((opened) => opened.close()))
  const end = (): never => process.exit(130)
  const takeBack = onStopSignal(() => void close().then(end, end))
  try {
    const opened = await opening
    // The work does not begin on what is being closed; the process ends meanwhile.
    if (closing) await new Promise(() => {})
    return { ...opened, close: () => close().finally(takeBack) }
  } catch (error) {
    takeBack()
    throw error
  }
}
