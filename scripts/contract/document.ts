/** The parts of an OpenAPI document that make up its promise, with all references followed. */
export type Schema = { [key: string]: unknown }
type Media = { 'application/json'?: { schema: Schema } }
export type Parameter = { name: string; in: string; required: boolean; schema: Schema }
export type DocumentedOperation = {
  operationId: string
  'x-scope': string
  'x-metered': boolean
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Media }
  responses: { [status: string]: { headers?: Schema; content?: Media } }
}
export type Contract = { paths: { [path: string]: { [method: string]: DocumentedOperation } } }

/** Prose and examples promise nothing. */
const prose = new Set(['description', 'summary', 'example', 'examples', 'tags'])

/** A document without what promises nothing. */
export function promiseOf({ paths, components }: Schema): Schema {
  return mapped({ paths, components }, (key, isName) => isName || !prose.has(key)) as Schema
}

/** A document's operations, with references followed. */
export function contractOf(document: Schema): Contract {
  const followed = new Map<string, unknown>()
  const follow = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(follow)
    if ('$ref' in value && typeof value.$ref === 'string') {
      const target = followed.get(value.$ref) ?? follow(found(value.$ref, document))
      followed.set(value.$ref, target)
      return target
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, follow(part)]))
  }
  // A document of ours, or a promise made of one; both have this shape.
  return { paths: follow(document['paths']) } as Contract
}

/** @param isName whether the key names a field of ours and is no word of OpenAPI */
function mapped(value: unknown, isKept: (key: string, isName: boolean) => boolean, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((part) => mapped(part, isKept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isKept(key, areNames))
      .map(([key, part]) => [
        key,
        // A default or an allowed value is nobody's schema.
        literal.has(key) && !areNames ? part : mapped(part, isKept, !areNames && key === 'properties'),
      ]),
  )
}

const literal = new Set(['default', 'const', 'enum', 'required'])

function found(reference: string, document: Schema): unknown {
  let part: unknown = document
  for (const step of reference.slice(2).split('/'))
    part = (part as Schema | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  if (part === undefined) throw new Error(`The document has no ${reference}.`)
  return part
}

/** One line an operation, so that a change shows where it is. */
export function promiseText({ paths, components }: Schema): string {
  const line = ([name, value]: [string, unknown]): string => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`
  const operations = Object.entries(paths as Record<string, object>).map(([path, methods]) => {
    const lines = Object.entries(methods).map((method) => ` ${line(method)}`)
    return `  ${JSON.stringify(path)}: {\n${lines.join(',\n')}\n  }`
  })
  const parts = Object.entries(components as object).map(line)
  return `{\n "paths": {\n${operations.join(',\n')}\n },\n "components": {\n${parts.join(',\n')}\n }\n}\n`
}
