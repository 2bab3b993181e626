/** Where commands write: results on stdout, everything else on stderr, so that results can be piped. */
export type Terminal = {
  out(text: string): void
  err(text: string): void
  /** Whether a person looks at stderr: then progress may redraw its line. */
  isInteractive: boolean
}

/** A mistake of whoever typed the command: shown without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** One line that redraws itself for a person, and is silent for a pipe until it is done. */
export function progressBar(
  terminal: Terminal,
  label: string,
): { show(done: number, total: number, note?: string): void; end(): void } {
  const WIDTH = 28
  return {
    show: (done, total, note = '') => {
      if (!terminal.isInteractive) return
      const filled = total === 0 ? 0 : Math.round((done / total) * WIDTH)
      terminal.err(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total} ${note}\u001b[K`)
    },
    end: () => {
      if (terminal.isInteractive) terminal.err('\n')
    },
  }
}

/** Columns as wide as their widest cell; numbers to the right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}
