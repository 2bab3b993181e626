import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { z } from 'zod'
import { toolSnapshot } from '../../packages/mcp/src/documentation.ts'
import { packMcp, tarballOf } from '../../scripts/pack.ts'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { bareEnvironment, openMcp } from '../support/mcp.ts'

const root = join(import.meta.dirname, '../..')
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

describe('the MCP server as it is published', { timeout: 120_000 }, () => {
  let house: TestApp
  let folder: string
  /** Somewhere else on the machine, with nothing in it. */
  let stranger: string

  before(async () => {
    house = await openTestApp()
    folder = await mkdtemp(join(tmpdir(), 'sightline-mcp-'))
    stranger = join(folder, 'stranger')
    await mkdir(stranger)
    await packMcp(join(folder, 'mcp'))
    const tarball = tarballOf(folder, 'mcp')
    await writeFile(join(stranger, 'package.json'), '{ "private": true }')
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), tarball]
    const installed = spawnSync('npm', args, { cwd: stranger, encoding: 'utf8' })
    assert.equal(installed.status, 0, installed.stderr)
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('installs from its tarball without a registry: one package, with its licence and its page', () => {
    assert.deepEqual(
      readdirSync(join(stranger, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['@sightline'],
    )
    assert.deepEqual(readdirSync(join(stranger, 'node_modules/@sightline')), ['mcp'])
    assert.deepEqual(readdirSync(join(stranger, 'node_modules/@sightline/mcp')).toSorted(), [
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'package.json',
    ])
  })

  test('its command greets, lists the 37 tools as recorded and answers a call, in both generations of the protocol, and with what Node 20 has', async () => {
    const tenant = await house.tenant()
    await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const program = join(stranger, 'node_modules/.bin/sightline-mcp')
    const environment = { SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl }
    const forms = [
      { era: 'legacy', program: [program] },
      { era: 'modern', program: [program] },
      { era: 'modern', program: ['--import', likeNode20, program] },
    ] as const
    for (const { era, program } of forms) {
      const mcp = await openMcp(environment, { era, program: [...program], cwd: stranger })
      assert.deepEqual(await mcp.tools(), JSON.parse(toolSnapshot()))
      assert.equal((await mcp.call('get_brand')).structuredContent?.['name'], 'Fernhold')
      assert.equal(mcp.stderr(), '')
      assert.equal(await mcp.close(), 0)
    }
    const { version } = readJson('packages/mcp/package.json') as { version: string }
    const told = spawnSync(process.execPath, [program, '--version'], { env: bareEnvironment(), encoding: 'utf8' })
    assert.equal(told.stdout, `${version}\n`)
  })
})

/** Takes away what came after the oldest Node that the package promises to run on. */
const likeNode20 = `data:text/javascript,${encodeURIComponent(`
  const later = [
    [Map, 'groupBy'], [Object, 'groupBy'], [URL, 'parse'], [Array, 'fromAsync'], [RegExp, 'escape'], [Error, 'isError'],
    [Promise, 'withResolvers'], [Promise, 'try'], [globalThis, 'navigator'], [globalThis, 'WebSocket'], [process, 'getBuiltinModule'],
    ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']
      .map((name) => [Set.prototype, name]),
    ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']
      .map((name) => [Iterator.prototype, name]),
  ]
  for (const [owner, name] of later) delete owner[name]
  if (later.some(([owner, name]) => name in owner)) process.exit(9)
`)}`

/** An address, an exact version: as the documentation of both formats has them. */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
const environmentName = z.string().regex(/^[A-Z][A-Z0-9_]*$/)

/**
 * What the documentation of `server.json` says of the fields that we use (the registry's, schema of 2025-12-11), and no
 * other field: one misspelt would be dropped in silence. No npm package carries the schema itself.
 */
const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string().min(1),
      version: exactVersion,
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z.array(
        z.strictObject({
          name: environmentName,
          description: z.string().min(1),
          isRequired: z.boolean(),
          isSecret: z.boolean(),
        }),
      ),
    }),
  ]),
})

/** What the manifest's documentation of the bundle format 0.3 says of the fields that we use, and no other field. */
const bundleManifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().regex(/^[a-z0-9-]+$/),
  display_name: z.string().min(1),
  version: exactVersion,
  description: z.string().min(1),
  long_description: z.string().min(1),
  author: z.strictObject({ name: z.string().min(1) }),
  license: z.literal('Apache-2.0'),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.record(environmentName, z.string()),
    }),
  }),
  user_config: z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
      title: z.string().min(1),
      description: z.string().min(1),
      required: z.boolean(),
      sensitive: z.boolean().optional(),
      default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    }),
  ),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  tools_generated: z.boolean(),
  prompts_generated: z.boolean(),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
})

const officialSchema = 'judges/node_modules/@anthropic-ai/mcpb/dist/mcpb-manifest-v0.3.schema.json'
const without = existsSync(join(root, officialSchema))
  ? false
  : 'the judges are not installed; to hear them: npm ci --prefix judges'

describe('what registries and hosts are told of it', () => {
  const npm = readJson('packages/mcp/package.json') as { name: string; version: string; mcpName: string }

  test('server.json has the documented fields alone, and is of the package that npm has', () => {
    const entry = serverJson.parse(readJson('packages/mcp/server.json'))
    const [published] = entry.packages
    // The registry believes an npm package to be ours by its mcpName.
    assert.deepEqual([entry.name, entry.version], [npm.mcpName, npm.version])
    assert.deepEqual([published.identifier, published.version], [npm.name, npm.version])
    const secret = published.environmentVariables.filter(({ isSecret }) => isSecret).map(({ name }) => name)
    assert.deepEqual(secret, ['SERVICE_API_KEY'])
    assert.deepEqual(
      published.environmentVariables.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      secret,
    )
  })

  test('the desktop bundle’s manifest has the documented fields alone, and what it starts and asks for is there', () => {
    const manifest = bundleManifest.parse(readJson('packages/mcp/manifest.json'))
    assert.equal(manifest.version, npm.version)
    const { entry_point: entry, mcp_config: started } = manifest.server
    assert.deepEqual(started.args, [`\${__dirname}/${entry}`])
    const asked = Object.values(started.env).map((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1])
    assert.deepEqual(new Set(asked), new Set(Object.keys(manifest.user_config)))
    assert.partialDeepStrictEqual(manifest.user_config['api_key'], { required: true, sensitive: true })
    assert.equal(manifest.tools.length, 37)
  })

  test('the manifest is valid by the schema of the official tool', { skip: without }, () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const validate = ajv.compile(readJson(officialSchema) as object)
    assert.ok(validate(readJson('packages/mcp/manifest.json')), JSON.stringify(validate.errors))
  })
})
