import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openApiDocument, operations, everyProblem, problemCodes, type Operation } from '@sightline/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { everyOperation } from './support/every-operation.ts'

type Media = { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> }
type Body = { content: { 'application/json': Media } }
type Documented = {
  tags: string[]
  parameters: { name: string; in: string; schema: object; example?: unknown }[]
  requestBody?: Body
  responses: Record<string, Body | { $ref: string } | { content?: undefined }>
}
type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Documented>>
  components: {
    schemas: { Error: { examples: { error: { code: string; status: number } }[] } }
    examples: Record<string, { value: { error: { code: string } } }>
  }
}

// The document is made as plain JSON; these are the parts read here.
const document = openApiDocument('https://sightline.example/api/v1', 'v1') as Document
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const HOME = 'https://sightline.example/openapi.json'
ajv.addSchema(document, HOME)

const documented = (operation: Operation): Documented => {
  const found = document.paths[operation.path]?.[operation.method.toLowerCase()]
  assert.ok(found)
  return found
}
function holdExample(schema: object, example: unknown, name: string): void {
  // References in it are relative to the document.
  const validate = ajv.compile(absolute(schema))
  assert.ok(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`)
}
const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${HOME}#`)) as object

describe('the OpenAPI document', () => {
  test('has for every operation an example of its request and its answer, which their schemas accept', () => {
    for (const operation of everyOperation) {
      const { requestBody, responses, parameters } = documented(operation)
      const success = responses[operation.status]
      assert.ok(success && 'content' in success && success.content, operation.id)
      const answer = success.content['application/json']
      holdExample(answer.schema, answer.example, `${operation.id}.answer`)
      for (const { name, schema, example } of parameters)
        if (example !== undefined) holdExample(schema, example, `${operation.id}.${name}`)
      if (!requestBody) continue
      const sent = requestBody.content['application/json']
      holdExample(sent.schema, sent.example, `${operation.id}.request`)
      assert.ok(operation.body.safeParse(sent.example).success, operation.id)
    }
  })

  test('has only examples of answers that the service could give: its own schemas take them without a field too many', () => {
    for (const operation of everyOperation) {
      const success = documented(operation).responses[operation.status]
      const example = success && 'content' in success ? success.content?.['application/json'].example : undefined
      assert.deepEqual(operation.output.parse(example), example, operation.id)
    }
  })

  test('has an example of every error, and each error answer of an operation shows those of its codes', () => {
    const shown = document.components.schemas.Error.examples
    assert.deepEqual(new Set(shown.map(({ error }) => error.code)), new Set(problemCodes))
    for (const example of shown) {
      holdExample(document.components.schemas.Error, example, `error.${example.error.code}`)
      assert.equal(example.error.status, everyProblem[example.error.code as keyof typeof everyProblem].status)
    }
    for (const [code, { value }] of Object.entries(document.components.examples)) assert.equal(value.error.code, code)
    for (const operation of everyOperation)
      for (const code of operation.errors) {
        const answer = documented(operation).responses[everyProblem[code].status]
        assert.ok(answer && 'content' in answer, `${operation.id} ${code}`)
        assert.ok(answer.content?.['application/json'].examples?.[code], `${operation.id} ${code}`)
      }
  })

  test('names the groups of operations, each used and each explained', () => {
    const used = new Set(Object.values<Operation>(operations).map(({ tag }) => tag))
    assert.deepEqual(new Set(document.tags.map(({ name }) => name)), used)
  })

  test('passes the strictest rules of an outside linter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-openapi-'))
    after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'openapi.json')
    writeFileSync(path, JSON.stringify(document))
    const redocly = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', path, '--extends', 'recommended-strict'],
      { cwd: folder, env: environment },
    ).catch((failed: { stdout: string }) => assert.fail(failed.stdout))
    assert.match(stderr, /is valid/)
  })
})
