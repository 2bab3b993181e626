import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** The product as a process of its own. */
export type ServerProcess = {
  /** `http://127.0.0.1:PORT` */
  address: string
  pid: number
  /** `kill -9`: resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

type Environment = Record<string, string>

/** Starts the service on a data folder and waits until it says where it listens. */
export async function serverOf(folder: string, env: Environment, options: string[] = []): Promise<ServerProcess> {
  const child = sightline(folder, env, ['start', '--port', '0', ...options])
  const address = await addressOf(child)
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const closed = once(child, 'close')
    child.kill(signal)
    const [code] = (await closed) as [number | null]
    return code
  }
  return { address, pid: child.pid ?? 0, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** One command with `--json`, to its end. */
export async function runCli<Output>(folder: string, env: Environment, args: string[]): Promise<Output> {
  const child = sightline(folder, env, [...args, '--json'])
  let out = ''
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (out === '') throw new Error(`sightline ${args.join(' ')} ended with ${code} and said nothing`)
  // What a command prints is its contract; the caller names it.
  return JSON.parse(out) as Output
}

/** As the command itself does in a checkout: what was compiled once starts in half the time. */
const compiled = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)) }

function sightline(folder: string, env: Environment, args: string[]): ChildProcess {
  return spawn(process.execPath, ['--conditions=@sightline/source', MAIN, ...args, '--data-dir', folder], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function addressOf(child: ChildProcess): Promise<string> {
  let out = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const address = /Address\s+(http:\/\/[^/\s]+)/.exec(out)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('close', (code) => reject(new Error(`the service ended with ${code} before it listened: ${out}`)))
  })
}
