import { z } from 'zod'

/** A piece of JSON Schema. */
export type Json = { [key: string]: unknown }

/** What of a parameter's schema is told: patterns and examples cost tokens in every conversation, and are checked anyway. */
const told = ['type', 'description', 'enum', 'const', 'default', 'minimum', 'maximum', 'maxItems', 'required'] as const

/** A tool's parameters as JSON Schema. */
export const inputSchema = (parameters: z.ZodObject): Json =>
  slim(z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Json)

function slim(node: Json): Json {
  const { properties, items } = node
  return {
    ...Object.fromEntries(told.filter((fact) => node[fact] !== undefined).map((fact) => [fact, node[fact]])),
    ...(isJson(properties) && { properties: mapValues(properties, slim), additionalProperties: false }),
    ...(isJson(items) && { items: slim(items) }),
  }
}

/** What an operation answers, whole: for walking through an answer beside it. */
export const answerSchema = (output: z.ZodType): Json =>
  z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Json

/** The schemas that a value may be held against, without the knots between them: each of one type. */
export function branches(node: Json): Json[] {
  const { type, anyOf, oneOf } = node
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...node, type: one }))
  const variants = [anyOf, oneOf].find(Array.isArray) as unknown[] | undefined
  return variants ? variants.filter(isJson).flatMap(branches) : [node]
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapValues(object: Json, change: (child: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(object).map(([name, child]) => [name, isJson(child) ? change(child) : child]),
  )
}
