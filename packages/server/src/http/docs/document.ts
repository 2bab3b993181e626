/** The parts of the OpenAPI document that the documentation shows. */
export type Schema = {
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  'x-untrusted'?: boolean
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: unknown
  schema: Schema & { example?: unknown }
}
type Media = {
  content?: { 'application/json': { schema: Schema; example?: unknown; examples?: Record<string, unknown> } }
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-scope': string
  'x-metered': boolean
  parameters: Parameter[]
  requestBody?: Media
  responses: Record<string, Media & { $ref?: string }>
}
export type Document = {
  info: { title: string; version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Media>
  }
}

/** One operation with where it lives. */
export type DocumentedOperation = { method: string; path: string; operation: Operation }

export const placesOf = ({ paths }: Document): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? schema)
}
