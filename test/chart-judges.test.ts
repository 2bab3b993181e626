import assert from 'node:assert/strict'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { hasHelm, helm, manifestsOf, wrongWith } from './support/helm.ts'

const skip = hasHelm ? false : 'the judges are not installed; to hear them: npm ci --prefix judges'
const root = join(import.meta.dirname, '..')
const chart = join(root, 'deploy/helm/sightline')
const COMMON = ['Deployment', 'Deployment', 'Service']
const GUARDS = ['NetworkPolicy', 'NetworkPolicy', 'PodDisruptionBudget', 'PodDisruptionBudget']

const sets: [name: string, args: string[], kinds: string[]][] = [
  ['as it is', [], [...COMMON, ...GUARDS]],
  [
    'bare',
    ['--set', 'networkPolicy.enabled=false,podDisruptionBudget.enabled=false,metrics.annotations=false'],
    COMMON,
  ],
  [
    'with everything',
    [
      '--set',
      'ingress.enabled=true,ingress.host=sightline.example.com,ingress.className=nginx,ingress.tlsSecret=tls',
      '--set-json',
      `podAnnotations={"a/b":"c"}`,
      '--set-json',
      `imagePullSecrets=[{"name":"registry"}]`,
      '--set-json',
      `topologySpreadConstraints=[{"maxSkew":1,"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway"}]`,
      '--set-json',
      `tolerations=[{"key":"own","operator":"Exists"}]`,
      '--set-json',
      `affinity={"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"disk","operator":"Exists"}]}]}}}`,
      '--set-json',
      `networkPolicy.extraEgress=[{"ports":[{"port":4318}]}]`,
      '--set',
      'nodeSelector.disk=fast,trustedProxies=10.0.0.0/8,environment.SIGHTLINE_SITE_AUDITS=off,image.tag=1,worker.replicas=9',
    ],
    [...COMMON, ...GUARDS, 'Ingress'],
  ],
]

describe('the chart, by helm and the schema of Kubernetes', { skip, timeout: 120_000 }, () => {
  after(() => {
    for (const folder of globSync('judges/node_modules/.manifests-*', { cwd: root }))
      rmSync(join(root, folder), { recursive: true })
  })

  for (const [name, args, kinds] of sets)
    test(`${name}: helm finds nothing, and Kubernetes knows every field of what it renders`, () => {
      const lint = helm(['lint', '--strict', '--quiet', chart, ...args])
      assert.deepEqual([lint.status, lint.err], [0, ''], lint.out)
      const rendered = helm(['template', 'mine', chart, '--kube-version', '1.35', ...args])
      assert.deepEqual([rendered.status, rendered.err], [0, ''])
      const manifests = manifestsOf(rendered.out)
      assert.deepEqual(manifests.map(({ kind }) => kind).toSorted(), kinds.toSorted())
      assert.equal(wrongWith(manifests), '')
    })

  test('the judge of fields hears one that Kubernetes does not know, and one of another type', () => {
    const deployment = manifestsOf(helm(['template', 'mine', chart]).out).find(({ kind }) => kind === 'Deployment')!
    const of = (more: object) =>
      wrongWith([
        { ...deployment, spec: { ...(deployment as unknown as { spec: object }).spec, ...more } } as typeof deployment,
      ])
    assert.match(of({ replica: 2 }), /"replica"' does not exist/)
    assert.match(of({ replicas: 'two' }), /'string' is not assignable to type 'number'/)
  })

  test('wrong values are told by name before anything is installed', () => {
    for (const [set, says] of [
      ['worker.replica=2', /additional properties 'replica' not allowed/],
      ['api.drainSeconds=600', /api\/drainSeconds/],
      ['environment.DATABASE_URL=x', /invalid propertyName 'DATABASE_URL'/],
      ['ingress.enabled=true', /ingress\/host/],
    ] as const) {
      const { status, err } = helm(['template', 'mine', chart, '--set', set])
      assert.notEqual(status, 0, set)
      assert.match(err, says, set)
    }
  })
})
