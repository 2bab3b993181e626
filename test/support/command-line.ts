import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommandLine } from '../../packages/server/src/commands/command-line.ts'

/** Runs `sightline …` to its end in this process: what is the command's own is the same, and it takes a tenth of the time. */
export async function runInProcess(args: string[], environment: Environment): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  const terminal = {
    out: (text: string) => void (ended.out += text),
    err: (text: string) => void (ended.err += text),
    isInteractive: false,
  }
  ended.code = await runCommandLine(args, { terminal, version: '0.0.0', environment })
  return ended
}

const BIN = join(import.meta.dirname, '../../packages/server/bin/sightline.js')

export type Ended = { code: number | null; out: string; err: string }
export type Environment = Record<string, string>
/** Another user than this one, which only root can become. */
export type Identity = { uid?: number; gid?: number }

/** Runs `sightline …` to its end, with nothing of this process's environment that could change what it does. */
export async function sightline(args: string[], environment: Environment, identity: Identity = {}): Promise<Ended> {
  const started = start(args, environment, identity)
  const [code] = (await once(started.child, 'close')) as [number | null]
  return { code, out: started.out(), err: started.err() }
}

export type Running = {
  child: ChildProcess
  out(): string
  err(): string
  /** Waits until its output holds this, and gives the match. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** @returns how it ended */
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** Starts `sightline …` in a process group of its own, as a shell does. */
export function start(args: string[], environment: Environment, identity: Identity = {}): Running {
  const child = spawn(process.execPath, [BIN, ...args], {
    ...identity,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // A test that failed in the middle leaves nothing running.
  const killGroup = (): boolean => process.kill(-(child.pid ?? 0), 'SIGKILL')
  process.once('exit', killGroup)
  child.once('close', () => process.off('exit', killGroup))
  const told = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text))
  const running: Running = {
    child,
    out: () => told.out,
    err: () => told.err,
    says: async (pattern) => {
      for (;;) {
        const match = pattern.exec(told.out)
        if (match) return match
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${told.out}\n${told.err}`)
        await sleep(50)
      }
    },
    stop: async (signal = 'SIGTERM') => {
      const closed = once(child, 'close') as Promise<[number | null]>
      child.kill(signal)
      const [code] = await closed
      return { code, out: told.out, err: told.err }
    },
  }
  return running
}
