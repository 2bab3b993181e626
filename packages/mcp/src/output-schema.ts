import { branches, isJson, type Json } from './schema.ts'
import { fieldOf, isLeftOut, toldName } from './told-names.ts'

/** Characters of JSON: what a model's window can spare for the shape of one tool's result. */
const MAX_LENGTH = 1_000
/** `{"type":["integer","null"]}` and the like cannot be said shorter. */
const SHORTEST_FIELD = 60

/**
 * What a tool says of its result: names and types, two levels deep, or one or none where that is too much. An open schema: a field
 * that is not told is allowed, and none is promised.
 */
export function outputSchema(answer: Json): Json {
  const properties = propertiesOf([answer], '', 1)
  const shorter = [
    (name: string): Json => outline(fieldOf([answer].flatMap(branches), name), name, 0),
    (): Json => ({}),
  ]
  for (const shorten of shorter)
    for (const [name, field] of Object.entries(properties).toSorted(byLength)) {
      if (lengthOf(properties) <= MAX_LENGTH) break
      if (lengthOf(field) > SHORTEST_FIELD) properties[name] = shorten(name)
    }
  return { type: 'object', properties }
}

/** The longest first. */
const byLength = ([, one]: [string, Json], [, other]: [string, Json]): number => lengthOf(other) - lengthOf(one)

const lengthOf = (node: unknown): number => JSON.stringify(node).length

/** The fields of an object, whichever of several shapes it has. */
function propertiesOf(schemas: Json[], parent: string, depth: number): Record<string, Json> {
  const shapes = schemas.flatMap(branches)
  const names = new Set(shapes.flatMap(({ properties }) => (isJson(properties) ? Object.keys(properties) : [])))
  return Object.fromEntries(
    [...names]
      .filter((name) => !isLeftOut(parent, name))
      .map((name) => {
        const field = fieldOf(shapes, name)
        return [toldName(name, field), outline(field, name, depth)]
      }),
  )
}

/** One field: its type, and while there is depth what is in it. A list says what its entries are. */
function outline(schemas: Json[], name: string, depth: number): Json {
  const shapes = schemas.flatMap(branches)
  const types = [...new Set(shapes.map(({ type }) => type))]
  if (types.length === 0 || types.includes(undefined)) return {}
  const kinds = types.map((type) => ({ type, ...insideOf(type, shapes, name, depth) }))
  // Not `type: [a, null]`: some hosts know one type a schema.
  return kinds.length === 1 && kinds[0] ? kinds[0] : { anyOf: kinds }
}

function insideOf(type: unknown, shapes: Json[], name: string, depth: number): Json {
  const items = type === 'array' ? shapes.map((shape) => shape['items']).filter(isJson) : []
  const fields = type === 'object' && depth > 0 ? propertiesOf(shapes, name, depth - 1) : {}
  return {
    ...(items.length > 0 && { items: outline(items, name, depth) }),
    ...(Object.keys(fields).length > 0 && { properties: fields }),
  }
}
