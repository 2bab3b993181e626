import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse, parseDocument } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

type Compose = { services: Record<string, { environment?: Record<string, string>; read_only?: boolean }> }

const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const values = parse(read('deploy/helm/sightline/values.yaml')) as Record<string, unknown>
const templates = globSync('deploy/helm/sightline/templates/*', { cwd: root })
  .map((path) => read(path))
  .join('\n')
const dockerfile = read('Dockerfile')

test('every variable of the image, the compose file and the chart is one that the service reads', () => {
  const known = new Set(
    read('README.md')
      .matchAll(/`([A-Z][A-Z_]+)`/g)
      .map(([, name]) => name!),
  )
  const used = [
    ...dockerfile.matchAll(/^(?:ENV|   ) ([A-Z_]+)=/gm).map(([, name]) => name!),
    ...Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {})),
    ...templates.matchAll(/- name: ([A-Z][A-Z_]+)$/gm).map(([, name]) => name!),
    ...Object.keys(values['environment'] as object),
  ].filter((name) => !name.startsWith('POSTGRES_') && name !== 'NODE_ENV')
  assert.ok(used.length >= 20)
  assert.deepEqual(
    used.filter((name) => !known.has(name)),
    [],
  )
})

test('the chart’s templates use the values that there are, and all of them', () => {
  const paths = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, inner]) => paths(inner, `${path}.${name}`))
      : [path]
  const used = templates
    .matchAll(/(?:\$values|\.Values|\$own)((?:\.[A-Za-z]+)+)/g)
    .map(([, path]) => path!)
    .toArray()
  const there = paths(values).map((path) => path.replace(/^\.(api|worker)(?=\.)/, ''))
  const covers = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`)
  for (const path of used.map((path) => path.replace(/^\.(api|worker)(?=\.)/, '')))
    assert.ok(
      there.some((known) => covers(known, path) || covers(path, known)),
      `values.yaml has no ${path}`,
    )
  for (const path of there)
    assert.ok(
      used.some((one) => covers(path, one.replace(/^\.(api|worker)(?=\.)/, ''))),
      `no template uses ${path}`,
    )
})

test('the chart’s schema takes its values, and tells wrong ones, misspelled ones and secrets among the settings', () => {
  const ajv = new Ajv({ allowUnionTypes: true, allErrors: true })
  const isGood = ajv.compile(JSON.parse(read('deploy/helm/sightline/values.schema.json')) as object)
  const places = (changes: object): string[] =>
    isGood({ ...values, ...changes }) ? [] : (isGood.errors ?? []).map(({ instancePath }) => instancePath)
  assert.deepEqual(places({}), [])
  for (const [changes, place] of [
    [{ existingSecret: '' }, '/existingSecret'],
    [{ worker: { replica: 2 } }, '/worker'],
    [{ api: { replicas: 2, drainSeconds: 600 } }, '/api/drainSeconds'],
    [{ environment: { DATABASE_URL: 'postgres://…' } }, '/environment'],
    [{ metrics: { port: 4477 } }, '/metrics/port'],
    [{ podDisruptionBudget: { maxUnavailable: 0 } }, '/podDisruptionBudget/maxUnavailable'],
    [{ ingress: { enabled: true, host: '' } }, '/ingress/host'],
    [{ nodeSelecter: {} }, ''],
  ] as const)
    assert.ok(places(changes).includes(place), `${JSON.stringify(changes)}: ${places(changes).join()}`)
})

test('image and chart say the version that the service has', () => {
  const { version } = JSON.parse(read('packages/server/package.json')) as { version: string }
  const chart = parse(read('deploy/helm/sightline/Chart.yaml')) as { version: string; appVersion: string }
  const [, label] = /image\.version="([^"]+)"/.exec(dockerfile)!
  assert.deepEqual([chart.appVersion, label], [version, version])
})

test('what the image is built from holds nothing secret, and the packages of the lock file only', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const pattern of ['.git', '.sightline', '**/node_modules', '**/.env*', '**/*.pem', '**/*.key', '**/secret'])
    assert.ok(ignored.includes(pattern), pattern)
  assert.ok(read('.gitignore').split('\n').includes('.env'))
  for (const manifest of globSync('packages/*/package.json', { cwd: root }))
    assert.ok(dockerfile.includes(`COPY ${manifest} `), manifest)
  assert.match(dockerfile, /node scripts\/locked\.mjs/)
})

test('nothing of the service runs as root, writes to its image or may gain rights', () => {
  assert.match(dockerfile, /^USER 1000:1000$/m)
  assert.match(dockerfile, /^HEALTHCHECK /m)
  for (const role of ['api', 'worker']) assert.equal(compose.services[role]!.read_only, true, role)
  for (const line of ['readOnlyRootFilesystem: true', 'runAsNonRoot: true', 'allowPrivilegeEscalation: false'])
    assert.ok(templates.includes(line), line)
  assert.deepEqual(parseDocument(read('deploy/helm/sightline/Chart.yaml')).errors, [])
})
