import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Engine = {
  /** Started by this script: it has no network but the host's, and no registry. */
  isOwn: boolean
  /** Runs `docker …`. @returns what it printed @throws with both its outputs when it fails */
  docker(...args: string[]): string
  /** Whether it succeeds; what it printed, either way, is of no interest. */
  succeeds(...args: string[]): boolean
  /** How the compose command begins here: of version 2, or 1, which does not know a file's `name`. */
  compose: string[]
  environment: NodeJS.ProcessEnv
  close(): Promise<void>
}

const NEEDED =
  'No Docker engine answers. As root on Debian: apt-get install --no-install-recommends docker.io docker-compose debootstrap postgresql-client; then run this again.'

/** @throws when there is none and none can be started; the message says what to install */
export async function openEngine(folder: string): Promise<Engine> {
  const theirs = engineOf(process.env, false, async () => {})
  if (theirs.succeeds('version', '--format', '{{.Server.Version}}')) return theirs
  const socket = `unix://${join(folder, 'docker.sock')}`
  if (process.getuid?.() !== 0 || spawnSync('dockerd', ['--version']).status !== 0) throw new Error(NEEDED)
  // No rule of the host's firewall and no setting of its network is touched: the builds use its network, and containers
  // talk over a bridge of their own.
  const isolation = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false']
  const places = [
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'pid'),
  ]
  const log = openSync(join(folder, 'dockerd.log'), 'a')
  const daemon = spawn('dockerd', ['--host', socket, ...places, ...isolation], { stdio: ['ignore', log, log] })
  const ended = once(daemon, 'close')
  const own = engineOf({ ...process.env, DOCKER_HOST: socket }, true, async () => {
    daemon.kill('SIGTERM')
    await ended
  })
  while (!own.succeeds('version', '--format', '{{.Server.Version}}')) {
    if (daemon.exitCode !== null)
      throw new Error(`dockerd ended with ${daemon.exitCode}: ${join(folder, 'dockerd.log')} says why.`)
    await sleep(200)
  }
  return own
}

function engineOf(environment: NodeJS.ProcessEnv, isOwn: boolean, close: () => Promise<void>): Engine {
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { env: environment, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 })
  const hasSecond = run('docker', ['compose', 'version']).status === 0
  return {
    isOwn,
    environment,
    compose: hasSecond ? ['docker', 'compose'] : ['docker-compose'],
    succeeds: (...args) => run('docker', args).status === 0,
    docker: (...args) => ran('docker', args, environment),
    close,
  }
}

/** @throws with both outputs of a command that fails */
export function ran(command: string, args: string[], env: NodeJS.ProcessEnv, cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env,
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  })
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} ended with ${status}:\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`,
    )
  return stdout.trim()
}

export const told = (what: string, how: string): void => void process.stdout.write(`${what}: ${how}\n`)
