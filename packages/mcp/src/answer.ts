import { branches, isJson, type Json } from './schema.ts'
import { fieldOf, isLeftOut, isUntrusted, toldName } from './told-names.ts'
import { clean, Quoted } from './untrusted.ts'

/** An answer of the API as a tool returns it: plain values, and what outsiders wrote in it as `Quoted`. */
export type Told = null | boolean | number | string | Quoted | Told[] | { [key: string]: Told }

/** Walks through an answer beside its schema: the contract says which of its strings come from outside (`x-untrusted`). */
export const tell = (answer: unknown, schema: Json): Told => told(answer, [schema], '')

function told(value: unknown, schemas: Json[], parent: string): Told {
  if (typeof value === 'string') return schemas.some(isUntrusted) ? new Quoted(value) : clean(value)
  const shapes = schemas.flatMap(branches)
  if (Array.isArray(value)) {
    const items = shapes.map((shape) => shape['items']).filter(isJson)
    return value.map((entry) => told(entry, items, parent))
  }
  // What is left of JSON: null, a boolean, a number.
  if (!isJson(value)) return value as null | boolean | number
  const fields = Object.entries(value).filter(([name]) => !isLeftOut(parent, name))
  return Object.fromEntries(
    fields.map(([name, child]) => {
      const field = fieldOf(shapes, name)
      return [toldName(clean(name), field), told(child, field, name)]
    }),
  )
}

/** As it goes over the wire. */
export function plain(value: Told): unknown {
  if (value instanceof Quoted) return value.text
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]))
}
