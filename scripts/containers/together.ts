import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ran, told, type Engine } from './engine.ts'
import { expect } from './image.ts'

const PROJECT = 'sightline-try'
const PORT = '44771'
const ADDRESS = `http://127.0.0.1:${PORT}/api/v1`
const IN_TIME_MS = 120_000

/** Runs the compose file as docs/operating.md says: from an empty database to a score, more workers, an end and a return. */
export async function tryTogether(engine: Engine, root: string, folder: string): Promise<void> {
  const { compose, only } = composeOf(engine, root, folder)
  compose('down', '--volumes')
  try {
    await seeLateDatabase()
    compose('up', '--detach', '--no-build')
    await allHealthy(['database', 'api', 'worker'])
    for (const role of ['api', 'worker']) told(`${role} began to work after ms`, startOf(role))
    const key = firstKey()
    await seeScore(key)
    compose('exec', '-T', 'api', 'sightline', 'backup', '/var/lib/sightline/first')
    compose('up', '--detach', '--no-build', '--scale', 'worker=3')
    await allHealthy(['api', 'worker', 'worker', 'worker'])
    seeStop()
    compose('down')
    compose('up', '--detach', '--no-build')
    await allHealthy(['database', 'api', 'worker'])
    expect('the key after down and up', String((await ask('/brands', key)).status), '200')
    expect('the backup after down and up', compose('exec', '-T', 'api', 'ls', '/var/lib/sightline'), 'first')
  } finally {
    compose('down', '--volumes')
  }

  /** A worker alone, and then the database: nothing may have been started anew. */
  async function seeLateDatabase(): Promise<void> {
    compose('up', '--detach', '--no-build', '--no-deps', 'worker')
    await inTime('a worker without a database says that it waits', async () =>
      logsOf(only('worker')).includes('Waiting'),
    )
    compose('up', '--detach', '--no-build', '--no-deps', 'database')
    await allHealthy(['database', 'worker'])
    expect(
      'a worker that was first: restarts',
      engine.docker('inspect', only('worker'), '--format', '{{.RestartCount}}'),
      '0',
    )
    compose('down', '--volumes')
  }

  function firstKey(): string {
    compose('exec', '-T', 'api', 'sightline', 'org', 'create', '--name', 'My organization', '--plan', 'agency')
    const made = JSON.parse(compose('exec', '-T', 'api', 'sightline', 'key', 'create', '--json')) as { key: string }
    return made.key
  }

  /** What the API takes, a worker reads: then there is a score. */
  async function seeScore(key: string): Promise<void> {
    const { id } = (await (await ask('/brands', key, { name: 'Fernhold' })).json()) as { id: string }
    const answers = [{ prompt: 'best tool?', platform: 'chatgpt', text: 'Fernhold is the best.' }]
    await ask(`/brands/${id}/answers`, key, { answers })
    const score = async () => (await (await ask(`/brands/${id}/score`, key)).json()) as { sample?: { answers: number } }
    await inTime('a score', async () => (await score()).sample?.answers === 1)
    for (const role of ['api', 'worker']) {
      const asks = `fetch('http://127.0.0.1:9464/readyz').then((told) => console.log(told.status))`
      expect(`operations port of ${role}, inside`, compose('exec', '-T', role, 'node', '--eval', asks), '200')
    }
    const isClosed = await fetch('http://127.0.0.1:9464/readyz').then(
      () => 'open',
      () => 'closed',
    )
    told('operations port, outside', isClosed)
  }

  function seeStop(): void {
    const stoppedAt = Date.now()
    compose('stop')
    for (const role of ['api', 'worker'])
      for (const id of containers(role)) {
        const state = JSON.parse(engine.docker('inspect', id, '--format', '{{json .State}}')) as {
          ExitCode: number
          FinishedAt: string
        }
        expect(`exit code of ${role}`, String(state.ExitCode), '0')
        told(`${role} ended after ms`, String(Date.parse(state.FinishedAt) - stoppedAt))
      }
  }

  async function allHealthy(roles: string[]): Promise<void> {
    const health = '{{.State.Health.Status}}'
    await inTime(`health of ${roles.join(', ')}`, async () =>
      [...new Set(roles)].every((role) => {
        const ids = containers(role)
        const isWell = (id: string): boolean => engine.docker('inspect', id, '--format', health) === 'healthy'
        return ids.length === roles.filter((one) => one === role).length && ids.every(isWell)
      }),
    )
  }

  function startOf(role: string): string {
    const since = Date.parse(engine.docker('inspect', only(role), '--format', '{{.State.StartedAt}}'))
    const [, at = ''] = /\{"at":"([^"]+)","level":"info","event":"started"/.exec(logsOf(only(role))) ?? []
    return String(Date.parse(at) - since)
  }

  function logsOf(id: string): string {
    return ran('sh', ['-c', `docker logs ${id} 2>&1`], engine.environment)
  }

  function containers(role: string): string[] {
    const filters = [`project=${PROJECT}`, `service=${role}`].flatMap((label) => [
      '--filter',
      `label=com.docker.compose.${label}`,
    ])
    return engine
      .docker('ps', '--all', '--quiet', ...filters)
      .split('\n')
      .filter(Boolean)
  }
}

/** The compose file as it is; version 1 of the command, which Debian 12 has, is given it without its name. */
function composeOf(engine: Engine, root: string, folder: string) {
  const [program = '', ...before] = engine.compose
  const file = join(folder, 'compose.yaml')
  writeFileSync(
    file,
    readFileSync(join(root, 'compose.yaml'), 'utf8').replace(/^name: .*\n/m, before.length > 0 ? '$&' : ''),
  )
  const settings = join(folder, 'settings')
  writeFileSync(settings, `POSTGRES_PASSWORD=of-a-try\nSIGHTLINE_SECRET=secret-of-a-try-0123\nPORT=${PORT}\n`)
  const options = ['--project-directory', root, '--file', file, '--project-name', PROJECT, '--env-file', settings]
  const compose = (...args: string[]): string => ran(program, [...before, ...options, ...args], engine.environment)
  const only = (role: string): string => compose('ps', '--quiet', role).split('\n')[0] ?? ''
  return { compose, only }
}

const ask = (path: string, key: string, body?: object): Promise<Response> =>
  fetch(`${ADDRESS}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

async function inTime(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const sinceMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - sinceMs > IN_TIME_MS) throw new Error(`${what}: not within ${IN_TIME_MS / 1_000} seconds`)
    await sleep(500)
  }
  told(what, `after ${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`)
}
