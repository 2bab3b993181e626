/**
 * A statement as PostgreSQL itself understood it: names are resolved to object ids, operators to their functions, and
 * nothing is planned yet. `QUERY` holds `rtable`, `jointree`, `targetList`, …, as in its `parsenodes.h`; the planner of
 * Citus looks at the same structure.
 */
export type TreeNode = { kind: string; fields: Record<string, TreeValue> }
export type TreeValue = string | null | TreeNode | TreeValue[]

/** Reads PostgreSQL's text form of a tree (`pg_node_tree`). */
export function readTree(text: string): TreeValue {
  const tokens = text.match(/[(){}]|(?:\\[^]|[^\s(){}\\])+/g) ?? []
  let at = 0

  function token(): string {
    const found = tokens[at]
    if (found === undefined) throw new Error('The tree ends too early.')
    return found
  }

  function value(): TreeValue {
    const first = token()
    at += 1
    if (first === '(') return until(')')
    if (first === '{') return node()
    return first === '<>' ? null : first
  }

  function until(end: string): TreeValue[] {
    const values: TreeValue[] = []
    while (token() !== end) values.push(value())
    at += 1
    return values
  }

  function node(): TreeNode {
    const kind = token()
    const fields: Record<string, TreeValue> = {}
    at += 1
    while (token() !== '}') {
      const name = token().slice(1)
      at += 1
      const values: TreeValue[] = []
      // A constant is a length and its bytes: several words of one field.
      while (token() !== '}' && !/^:\w/.test(token())) values.push(value())
      fields[name] = values.length === 1 ? (values[0] ?? null) : values
    }
    at += 1
    return { kind, fields }
  }

  return value()
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The nodes right below a value, however they are listed. */
export function below(value: TreeValue | undefined): TreeNode[] {
  if (Array.isArray(value)) return value.flatMap((one) => (isNode(one) ? [one] : below(one)))
  return isNode(value) ? below(Object.values(value.fields)) : []
}

/** A value's nodes and all below them. */
export function* nodesOf(value: TreeValue | undefined): Generator<TreeNode> {
  if (isNode(value)) yield value
  for (const one of below(value)) yield* nodesOf(one)
}

/** A field that is one word: a number, an object id, a flag; an empty text where it is none. */
export const word = (value: TreeValue | undefined): string => (typeof value === 'string' ? value : '')
