import { z } from 'zod'

export type Json = { [key: string]: unknown }

/**
 * A zod schema as JSON Schema 2020-12. Responses stay open for additions (a closed schema would make every new field a
 * breaking change), and long date patterns give way to their `format`.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties
      if (node.format !== undefined) delete node.pattern
      // Items that are taken as they come and judged apart are documented by a schema of their own.
      if (typeof node['x-items'] === 'string') node.items = { $ref: `#/components/schemas/${node['x-items']}` }
    },
  }) as Json
  delete made['$schema']
  return made
}
