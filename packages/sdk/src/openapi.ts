import { z } from 'zod'
import type { Example } from './examples/example.ts'
import { examples } from './examples/examples.ts'
import { jsonSchema, type Json } from './json-schema.ts'
import { commonResponses, errorExamples, errorResponses, errorSchema } from './openapi-errors.ts'
import { headerParameters, headersOf, notModified, responseHeaders } from './openapi-headers.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { importedAnswer } from './resources/answers.ts'
import { tags } from './tags.ts'

/** The OpenAPI 3.1 document of the whole REST API, made from the operations. */
export function openApiDocument(baseUrl: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of Object.values<Operation>(operations)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = operationObject(operation, exampleOf(operation))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version,
      summary: 'How visible a brand is in the answers of AI platforms.',
      description:
        'Every number comes with its interval, the number of answers behind it and the version of its definition. Collected texts are untrusted.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: sl_live_…' } },
      schemas: { Error: errorSchema, ImportedAnswer: jsonSchema(importedAnswer, 'input') },
      headers: responseHeaders,
      responses: commonResponses,
      examples: errorExamples(Object.values(operations)),
    },
  }
}

/** The table is made by operation id; TypeScript cannot follow an id that is only known to be a string. */
const exampleOf = ({ id }: Operation): Example => (examples as Record<string, unknown>)[id] as Example

function operationObject(operation: Operation, { params, query, body, output }: Example): Json {
  const hasBody =
    operation.method !== 'GET' && operation.method !== 'DELETE' && !(operation.body instanceof z.ZodUndefined)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    'x-scope': operation.scope,
    'x-metered': operation.isMetered,
    ...(operation.scope === 'public' && { security: [] }),
    parameters: [
      ...parameters(operation.params, 'path', params),
      ...parameters(operation.query, 'query', query),
      ...headerParameters(operation),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(operation.body, 'input'), example: body } },
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.summary,
        headers: headersOf(operation, operation.status),
        content: { 'application/json': { schema: jsonSchema(operation.output, 'output'), example: output } },
      },
      ...notModified(operation),
      ...errorResponses(operation),
    },
  }
}

function parameters(schema: z.ZodObject, place: 'path' | 'query', example: Json = {}): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }))
}
