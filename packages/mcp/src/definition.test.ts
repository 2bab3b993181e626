import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations, operationIds, type Operation } from '@sightline/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { definitionOf } from './definition.ts'
import { reach } from './reach.ts'
import { tokensOf } from './tokens.test-support.ts'
import { toolsets } from './toolsets.ts'
import { tools } from './tools.ts'

const definitions = tools.map(definitionOf)

describe('the list of tools', () => {
  test('has 37: 25 that read and 12 that write, the reading ones first', () => {
    const kinds = tools.map(({ annotations }) => annotations.readOnlyHint)
    assert.deepEqual(kinds, [...Array.from({ length: 25 }, () => true), ...Array.from({ length: 12 }, () => false)])
    assert.equal(new Set(tools.map(({ name }) => name)).size, 37)
  })

  test('costs a model at most 14,000 tokens with output schemas and 9,000 without (o200k)', async () => {
    const withoutOutputs = definitions.map(({ outputSchema: _outputSchema, ...definition }) => definition)
    assert.ok((await tokensOf(definitions)) <= 14_000)
    assert.ok((await tokensOf(withoutOutputs)) <= 9_000)
  })

  test('each is named by verb and noun, titled, and described in at most 700 characters, the tokens well spent', () => {
    for (const { name, title, description = '' } of definitions) {
      assert.match(
        name,
        /^(get|list|explain|compare|discover|find|create|update|add|remove|archive|start|delete)_[a-z]+(_[a-z]+)*$/,
      )
      assert.ok(name.length <= 40, name)
      assert.ok((title ?? '').length >= 8 && (title ?? '').length <= 40, title)
      assert.ok(description.length >= 100 && description.length <= 700, `${name}: ${description.length}`)
      assert.match(description, /^[A-Z].*\.$/s, name)
    }
    assert.equal(new Set(definitions.map(({ title }) => title)).size, 37)
  })

  test('each says all four things about what it does, and none claims too much', () => {
    for (const { name, annotations } of definitions) {
      assert.deepEqual(Object.keys(annotations ?? {}).toSorted(), [
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ])
      if (annotations?.readOnlyHint) assert.equal(annotations.destructiveHint, false, name)
    }
    const open = definitions.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name)
    assert.deepEqual(open, ['start_run', 'create_webhook', 'update_webhook'])
  })

  test('each parameter is described, of one type, bounded where it is a number, and nothing else is taken', () => {
    for (const { name, inputSchema } of definitions) {
      assert.equal(inputSchema['additionalProperties'], false, name)
      for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
        const { type, description, minimum, maximum } = schema as Record<string, unknown>
        const at = `${name}.${parameter}`
        assert.equal(typeof type, 'string', at)
        assert.ok(typeof description === 'string' && description.length >= 10, at)
        if (type === 'integer' || type === 'number')
          assert.ok(typeof minimum === 'number' && typeof maximum === 'number' && maximum < 2 ** 31, at)
      }
      assert.doesNotMatch(JSON.stringify(inputSchema), /"pattern"|\\\\d/, name)
    }
  })

  test('parameters bear the REST names', () => {
    const own = new Set([
      'brandId',
      'answerId',
      'promptId',
      'promptIds',
      'runId',
      'competitorId',
      'recommendationId',
      'webhookId',
      'idempotencyKey',
      'waitSeconds',
    ])
    for (const tool of tools) {
      const { query, body }: Operation = operations[tool.operation]
      const known = new Set([
        ...Object.keys(query.shape),
        ...(body instanceof z.ZodObject ? Object.keys(body.shape) : []),
      ])
      // One topic and one list of tags for all prompts at once, which REST takes with each.
      if (tool.name === 'create_prompts') for (const each of ['topic', 'tags']) known.add(each)
      for (const parameter of Object.keys(tool.parameters.shape))
        assert.ok(known.has(parameter) || own.has(parameter), `${tool.name}.${parameter}`)
      if ('cursor' in query.shape)
        for (const paging of ['limit', 'cursor']) assert.ok(paging in tool.parameters.shape, `${tool.name} is a list`)
    }
  })

  test('each output schema holds for what the operation may answer', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { name, outputSchema } of definitions) {
      assert.equal(outputSchema?.['type'], 'object', name)
      assert.ok(Object.keys(outputSchema?.['properties'] ?? {}).length > 0, name)
      assert.ok(ajv.validateSchema(outputSchema as object), name)
      assert.doesNotMatch(JSON.stringify(outputSchema), /"type":\[|"secret"|"next"/, name)
    }
  })

  test('M6 is the same at every start and holds nothing of a user: it is made of constants alone', async () => {
    const again = (await import('./tools.ts')).tools.map(definitionOf)
    assert.equal(JSON.stringify(again), JSON.stringify(definitions))
  })

  test('every operation is a tool, a resource, or left to REST with the reason, and every tool has its operation', () => {
    const asTools = operationIds.filter((id) => reach[id] === 'tool')
    assert.deepEqual(new Set(asTools), new Set(tools.map(({ operation }) => operation)))
    assert.equal(asTools.length, 37)
    assert.deepEqual(Object.keys(reach).toSorted(), operationIds.toSorted())
    assert.deepEqual(new Set(tools.map(({ toolset }) => toolset)), new Set(toolsets))
  })
})
