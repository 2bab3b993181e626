/** Middle of some numbers; of an even count the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Three significant digits: more would be noise. */
export const shown = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–')

export type Aim = { atLeast: number } | { atMost: number }

/** One line: the ratio, and beside it the aim where there is one. */
export function printRatio(name: string, ratio: number, aim?: Aim): void {
  console.log(`  ${name.padEnd(72, ' ')} ${shown(ratio).padStart(7)}${aim ? `   ${verdict(ratio, aim)}` : ''}`)
}

function verdict(ratio: number, aim: Aim): string {
  const isReached = 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost
  const words = 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`
  return `aim ${words}: ${isReached ? 'reached' : 'MISSED'}`
}

export function printHeading(title: string, what: string): void {
  console.log(`\n${title}\n  ${what}`)
}
