import { isJson } from './schema.ts'
import type { Shape } from './shape.ts'
import { clean, Quoted } from './untrusted.ts'

/** An answer of the API as a tool returns it: plain values, and what outsiders wrote in it as `Quoted`. */
export type Told = null | boolean | number | string | Quoted | Told[] | { [key: string]: Told }

/** Walks through an answer beside its shape: the contract says which of its strings come from outside (`x-untrusted`). */
export function tell(value: unknown, shape: Shape | null): Told {
  if (typeof value === 'string') return shape?.isUntrusted ? new Quoted(value) : clean(value)
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

/** As it goes over the wire. */
export function plain(value: Told): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Quoted) return value.text
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]))
}
