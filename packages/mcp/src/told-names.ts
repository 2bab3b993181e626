import { branches, isJson, type Json } from './schema.ts'

/**
 * What no model needs. Addresses of next pages: it has the cursor. Offsets: they count in the verbatim text, which it
 * does not get. Signing secrets: what stands in a conversation is no secret any more.
 */
const leftOut = new Set([
  'pagination.next',
  'mentions.start',
  'mentions.end',
  'citations.start',
  'citations.end',
  'secret',
])

export const isLeftOut = (parent: string, name: string): boolean =>
  leftOut.has(name) || leftOut.has(`${parent}.${name}`)

/** A collected text is named for what it is, so that the name itself warns whoever reads it. */
export const toldName = (name: string, schemas: Json[]): string =>
  name === 'text' && schemas.some(isUntrusted) ? 'untrustedText' : name

/** Questions come with imported answers too, and are kept as they were typed: quoted, under their own name. */
const typed = new Set(['prompt', 'text'])

/** Whether a field's text is shown as quoted, whoever wrote it. */
export const isQuoted = (name: string, schemas: Json[]): boolean => typed.has(name) || schemas.some(isUntrusted)

/** Whether the contract says that somebody outside wrote it. */
export const isUntrusted = (schema: Json): boolean =>
  schema['x-untrusted'] === true || branches(schema).some((branch) => branch['x-untrusted'] === true)

/** A field's schema in each of an object's shapes. */
export const fieldOf = (shapes: Json[], name: string): Json[] =>
  shapes
    .map(({ properties, additionalProperties }) =>
      isJson(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
    )
    .filter(isJson)
