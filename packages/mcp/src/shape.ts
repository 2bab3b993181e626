import { branches, isJson, type Json } from './schema.ts'
import { fieldOf, isLeftOut, isQuoted, isUntrusted, toldName } from './told-names.ts'

/**
 * What to do with a value of an answer, read once from its schema: where it is from outside, what it is called, what of it
 * is left out. Reading the schema anew for each value would take longer than the call to the API.
 */
export type Shape = {
  isQuoted: boolean
  /** Where it stands in what is told: `data.title`. A list’s entries stand where the list does. */
  path: string
  /** Of a list's entries. */
  items: Shape | null
  /** By name; null: left out. */
  fields: Map<string, Field | null>
  /** Of an object's fields that have no name in the schema. */
  rest: Shape | null
}
export type Field = { name: string; shape: Shape }

export const shapeOf = (schema: Json): Shape => readShape([schema], '', '')

function readShape(schemas: Json[], parent: string, path: string): Shape {
  const shapes = schemas.flatMap(branches)
  const items = shapes.map((shape) => shape['items']).filter(isJson)
  const rest = shapes.map((shape) => shape['additionalProperties']).filter(isJson)
  const names = new Set(shapes.flatMap(({ properties }) => (isJson(properties) ? Object.keys(properties) : [])))
  return {
    isQuoted: schemas.some(isUntrusted),
    path,
    items: items.length > 0 ? readShape(items, parent, path) : null,
    fields: new Map([...names].map((name) => [name, isLeftOut(parent, name) ? null : readField(shapes, name, path)])),
    rest: rest.length > 0 ? readShape(rest, parent, path) : null,
  }
}

function readField(shapes: Json[], name: string, parentPath: string): Field {
  const schemas = fieldOf(shapes, name)
  const told = toldName(name, schemas)
  const shape = readShape(schemas, name, parentPath === '' ? told : `${parentPath}.${told}`)
  return { name: told, shape: { ...shape, isQuoted: isQuoted(name, schemas) } }
}
