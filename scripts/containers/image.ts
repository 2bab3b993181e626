import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ran, told, type Engine } from './engine.ts'

export const IMAGE = 'sightline:local'
export const HARDENED = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--network=host']
// In pieces, as this file is in the checkout too.
const CANARY = ['canary', '4417', 'of-a-secret'].join('-')

/** Builds the image from the files of this commit, with secrets planted beside them, and looks at what came out. */
export function tryImage(engine: Engine, root: string, folder: string): void {
  const context = join(folder, 'checkout')
  copyCheckout(root, context)
  for (const path of ['.env', '.env.local', 'packages/server/.env', 'server.pem', 'tls.key', '.sightline/secret']) {
    mkdirSync(join(context, dirname(path)), { recursive: true })
    writeFileSync(join(context, path), `SECRET=${CANARY}\n`)
  }
  const network = engine.isOwn ? ['--network=host'] : []
  const revision = `REVISION=${ran('git', ['rev-parse', 'HEAD'], process.env, root)}`
  const builtAtMs = performance.now()
  engine.docker('build', ...network, '--target', 'build', '--tag', 'sightline:build', context)
  engine.docker('build', ...network, '--build-arg', revision, '--tag', IMAGE, context)
  told('built in seconds', String(Math.round((performance.now() - builtAtMs) / 1_000)))

  const run = (...args: string[]): string => engine.docker('run', '--rm', ...HARDENED, ...args)
  const search = [
    '-c',
    `grep -rlsI ${CANARY} / --exclude-dir=proc --exclude-dir=sys --exclude-dir=node_modules || true`,
  ]
  for (const image of ['sightline:build', IMAGE])
    expect(`secrets in ${image}`, run('--user=0', '--entrypoint=sh', image, ...search), '')
  expect('what inspect tells holds no secret', String(engine.docker('inspect', IMAGE).includes(CANARY)), 'false')
  expect('the user', run('--entrypoint=id', IMAGE, '-u'), '1000')
  expect('packages installed in it', run('--entrypoint=sh', IMAGE, '-c', 'find /opt -name node_modules'), '')
  expect(
    'the command on the path is the program',
    run('--entrypoint=sightline', IMAGE, '--version'),
    run(IMAGE, '--version'),
  )
  told(
    'without settings',
    failure(() => run(IMAGE, 'start')),
  )
  told('labels', engine.docker('inspect', IMAGE, '--format', '{{json .Config.Labels}}'))
  const sizes = [IMAGE, baseOf(engine)].map((image) => Number(engine.docker('inspect', image, '--format', '{{.Size}}')))
  told('size in MB, of which the base', sizes.map((bytes) => Math.round(bytes / 1e6)).join(', '))
}

/** What git knows, as it lies here: what the image needs must be among it. */
function copyCheckout(root: string, context: string): void {
  rmSync(context, { recursive: true, force: true })
  const files = ran('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], process.env, root)
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(join(context, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(context, file))
  }
}

const baseOf = (engine: Engine): string =>
  engine.docker('images', '--filter', 'reference=node', '--format', '{{.Repository}}:{{.Tag}}').split('\n')[0] ?? ''

function failure(work: () => string): string {
  try {
    return `it started: ${work()}`
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).join(' ').trim()
  }
}

/** @throws when it is otherwise than it should be */
export function expect(what: string, is: string, shouldBe: string): void {
  if (is !== shouldBe) throw new Error(`${what}: ${JSON.stringify(is)}, and not ${JSON.stringify(shouldBe)}`)
  told(what, is === '' ? 'none' : is)
}
