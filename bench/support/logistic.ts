/** One observation: its feature values, whether it holds, and how much it counts. */
export type Row = { values: readonly number[]; isTrue: boolean; weight: number }
export type Model = { bias: number; weights: number[] }

/** Columns that vary less are not blown up further. */
const LEAST_SPREAD = 0.15
const MOST_STEPS = 50

/**
 * Logistic regression by Newton's method. `penalty` pulls each weight towards `prior`, measured in the spread of its column; the
 * bias is free. No chance in it: the same rows give the same model.
 */
export function fit(rows: readonly Row[], prior: readonly number[], penalty: number): Model {
  const spreads = prior.map((_, column) => Math.max(LEAST_SPREAD, spreadOf(rows.map(({ values }) => values[column]!))))
  const scaled = rows.map(({ values }) => [1, ...values.map((value, column) => value / spreads[column]!)])
  const target = [0, ...prior.map((weight, column) => weight * spreads[column]!)]
  const solution = [...target]
  for (let step = 0; step < MOST_STEPS; step++) {
    const { gradient, curvature } = slopesAt(solution, rows, scaled, target, penalty)
    const change = solve(curvature, gradient)
    change.forEach((by, at) => (solution[at]! -= by))
    if (Math.max(...change.map(Math.abs)) < 1e-9) break
  }
  const [bias = 0, ...weights] = solution
  return { bias, weights: weights.map((weight, column) => weight / spreads[column]!) }
}

export function probabilityOf({ bias, weights }: Model, values: readonly number[]): number {
  return 1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * weights[at]!, bias)))
}

function spreadOf(column: number[]): number {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length
  return Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length)
}

function slopesAt(solution: number[], rows: readonly Row[], scaled: number[][], target: number[], penalty: number) {
  const size = solution.length
  const gradient = solution.map((value, at) => (at === 0 ? 0 : penalty * (value - target[at]!)))
  const curvature = solution.map((_, at) => solution.map((_, other) => (at === other && at > 0 ? penalty : 0)))
  rows.forEach(({ isTrue, weight }, index) => {
    const values = scaled[index]!
    const held = values.flatMap((value, at) => (value === 0 ? [] : [at]))
    const said = 1 / (1 + Math.exp(-held.reduce((sum, at) => sum + values[at]! * solution[at]!, 0)))
    const error = weight * (said - Number(isTrue))
    const width = weight * said * (1 - said)
    for (const at of held) {
      gradient[at]! += error * values[at]!
      for (const other of held) if (other <= at) curvature[at]![other]! += width * values[at]! * values[other]!
    }
  })
  for (let at = 0; at < size; at++)
    for (let other = 0; other < at; other++) curvature[other]![at] = curvature[at]![other]!
  return { gradient, curvature }
}

/** By Cholesky's factors: the curvature of a penalized loss is positive definite. */
function solve(matrix: number[][], right: number[]): number[] {
  const factor = matrix.map((row) => row.map(() => 0))
  matrix.forEach((row, at) => {
    for (let other = 0; other <= at; other++) {
      let sum = row[other]!
      for (let inner = 0; inner < other; inner++) sum -= factor[at]![inner]! * factor[other]![inner]!
      factor[at]![other] = at === other ? Math.sqrt(sum) : sum / factor[other]![other]!
    }
  })
  const forward: number[] = []
  right.forEach((value, at) =>
    forward.push(
      (value - factor[at]!.reduce((sum, by, other) => sum + (other < at ? by * forward[other]! : 0), 0)) /
        factor[at]![at]!,
    ),
  )
  const solution = right.map(() => 0)
  for (let at = right.length - 1; at >= 0; at--) {
    let sum = forward[at]!
    for (let other = at + 1; other < right.length; other++) sum -= factor[other]![at]! * solution[other]!
    solution[at] = sum / factor[at]![at]!
  }
  return solution
}
