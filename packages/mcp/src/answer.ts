import { isJson } from './schema.ts'
import type { Shape } from './shape.ts'
import { clean, Quoted } from './untrusted.ts'

/** An answer of the API as a tool returns it: plain values, and what outsiders wrote in it as `Quoted`. */
export type Tellable = null | boolean | number | string | Quoted | Tellable[] | { [key: string]: Tellable }

/**
 * Walks through an answer beside its shape: the contract says which of its strings come from outside (`x-untrusted`).
 * `quoted` gets where they stand, as `data.title`: said beside the data, for whoever reads these and not the text.
 */
export function tell(value: unknown, shape: Shape | null, quoted?: Set<string>): Tellable {
  if (typeof value === 'string') {
    if (!shape?.isQuoted) return clean(value)
    quoted?.add(shape.path)
    return new Quoted(value)
  }
  if (Array.isArray(value)) return value.map((entry) => tell(entry, shape?.items ?? null, quoted))
  // What is left of JSON: null, a boolean, a number.
  if (!isJson(value)) return value as null | boolean | number
  const told: { [key: string]: Tellable } = {}
  for (const name of Object.keys(value)) {
    const field = shape?.fields.get(name)
    if (field === null) continue
    told[field?.name ?? clean(name)] = tell(value[name], field?.shape ?? shape?.rest ?? null, quoted)
  }
  return told
}
