import { z } from 'zod'
import { headerParameters, headersOf, notModified, responseHeaders } from './openapi-headers.ts'
import { commonProblems, writeProblems, type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { limitPolicies, problemCatalogue, type ProblemCode } from './problems.ts'
import { importedAnswer } from './resources/answers.ts'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document of the whole REST API, made from the operations. */
export function openApiDocument(baseUrl: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of Object.values<Operation>(operations)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = operationObject(operation)
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
    tags: [...new Set(Object.values<Operation>(operations).map((operation) => operation.tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: sl_live_…' } },
      schemas: { Error: errorSchema, ImportedAnswer: jsonSchema(importedAnswer, 'input') },
      headers: responseHeaders,
    },
  }
}

function operationObject(operation: Operation): Json {
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
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...headerParameters(operation),
    ],
    ...(hasBody && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(operation.body, 'input') } } },
    }),
    responses: {
      [operation.status]: {
        description: operation.summary,
        headers: headersOf(operation, operation.status),
        content: { 'application/json': { schema: jsonSchema(operation.output, 'output') } },
      },
      ...notModified(operation),
      ...errorResponses(operation),
    },
  }
}

function parameters(schema: z.ZodObject, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function errorResponses(operation: Operation): Json {
  const byStatus = new Map<number, ProblemCode[]>()
  const codes = [...commonProblems, ...(operation.isWrite ? writeProblems : []), ...operation.errors]
  for (const code of new Set<ProblemCode>(codes)) {
    const { status } = problemCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].message}`).join('\n\n'),
        headers: headersOf(operation, status),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

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
    },
  }) as Json
  delete made['$schema']
  return made
}

const detail = {
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'status', 'requestId', 'docUrl', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(problemCatalogue) },
        message: { type: 'string', description: 'Says what to do about it.' },
        status: { type: 'integer' },
        requestId: { type: 'string' },
        docUrl: { type: 'string' },
        details: { type: 'array', items: detail },
        requiredScope: { type: 'string' },
        plan: { type: 'string' },
        limit: { type: 'integer' },
        current: { type: 'integer' },
        retryAfterSeconds: { type: 'integer' },
        violatedPolicies: {
          type: 'array',
          items: { type: 'string', enum: limitPolicies },
          description: 'For 429: the policies of `RateLimit-Policy` that refuse the call.',
        },
      },
    },
  },
}
