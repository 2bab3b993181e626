import { isJson } from './schema.ts'
import type { Shape } from './shape.ts'
import { clean, Quoted } from './untrusted.ts'

/** An answer of the API as a tool returns it: plain values, and what outsiders wrote in it as `Quoted`. */
export type Told = null | boolean | number | string | Quoted | Told[] | { [key: string]: Told }

/** Walks through an answer beside its shape: the contract says which of its strings come from outside (`x-untrusted`). */
export function tell(value: unknown, shape: Shape | null): Told {
  if (typeof value === 'string') return shape?.isQuoted ? new Quoted(value) : clean(value)
  if (Array.isArray(value)) return value.map((entry) => tell(entry, shape?.items ?? null))
  // What is left of JSON: null, a boolean, a number.
  if (!isJson(value)) return value as null | boolean | number
  const told: { [key: string]: Told } = {}
  for (const [name, child] of Object.entries(value)) {
    const field = shape?.fields.get(name)
    if (field === null) continue
    told[field?.name ?? clean(name)] = tell(child, field?.shape ?? shape?.rest ?? null)
  }
  return told
}

/** Where in an answer quoted text stands, as `data.title`: said beside it, for whoever reads the data and not the text. */
export function quotedPaths(value: Told, path = '', found = new Set<string>()): Set<string> {
  if (value instanceof Quoted) return found.add(path)
  if (typeof value !== 'object' || value === null) return found
  if (Array.isArray(value)) for (const entry of value) quotedPaths(entry, path, found)
  else
    for (const [name, child] of Object.entries(value)) quotedPaths(child, path === '' ? name : `${path}.${name}`, found)
  return found
}

/** As it goes over the wire. */
export function plain(value: Told): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Quoted) return value.text
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]))
}
