import assert from 'node:assert/strict'
import type { Operation } from '@sightline/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ask, assertErrorShape, type Reply } from './http.ts'

export type JsonSchema = { [key: string]: unknown }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Answer = { description: string; headers?: JsonSchema; content: { 'application/json': { schema: JsonSchema } } }
export type DocumentedOperation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: { [status: string]: Answer }
}
export type OpenApi = {
  paths: { [path: string]: { [method: string]: DocumentedOperation } }
  components: { responses: Record<string, Answer> }
}

/** The OpenAPI document that a running server serves, and answers held against it. */
export type Contract = {
  document: OpenApi
  of(operation: Operation): DocumentedOperation
  /** The answer's status is documented, its body matches the schema of that status, its code is one documented for it. */
  hold(operation: Operation, reply: Reply): void
}

/** Answers that all operations share stand once in the document; here each operation has them. */
export function withoutReferences(document: OpenApi): OpenApi {
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, answer] of Object.entries(responses)) {
      const name = '$ref' in answer ? String(answer['$ref']).split('/').at(-1) : undefined
      const shared = name === undefined ? undefined : document.components.responses[name]
      if (shared) responses[status] = shared
    }
  return document
}

export const formats = {
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
}

export async function readContract(baseUrl: string): Promise<Contract> {
  const served = await ask(`${baseUrl}/openapi.json`)
  assert.equal(served.status, 200)
  const document = withoutReferences(JSON.parse(served.text) as OpenApi)
  const ajv = new Ajv2020({ strict: false, formats, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const of = (operation: Operation): DocumentedOperation => {
    const found = document.paths[operation.path]?.[operation.method.toLowerCase()]
    assert.ok(found, `${operation.id} is documented`)
    return found
  }
  return {
    document,
    of,
    hold: (operation, reply) => {
      const documented = of(operation).responses[reply.status]
      assert.ok(documented, `${operation.id} answered ${reply.status}, which is not documented: ${reply.text}`)
      if (reply.status === 304) {
        assert.equal(reply.text, '')
        return
      }
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
      const body: unknown = JSON.parse(reply.text)
      const validate = ajv.compile({ $ref: `openapi#${pointerTo(operation, reply.status)}` })
      assert.ok(validate(body), `${operation.id} ${reply.status}: ${ajv.errorsText(validate.errors)}`)
      if (reply.status < 400) return
      const codes = [...documented.description.matchAll(/`(\w+)`:/g)].map(([, code]) => code)
      // The documented codes are those of the catalogue, which the document is made from.
      const code = (body as { error: { code: Parameters<typeof assertErrorShape>[2] } }).error.code
      assert.ok(codes.includes(code), `${operation.id} answered ${code}, which is not documented`)
      assertErrorShape(reply, reply.status, code)
    },
  }
}

function pointerTo(operation: Operation, status: number): string {
  const steps = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)]
  return [...steps, 'content', 'application/json', 'schema']
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
