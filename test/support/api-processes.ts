import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_SECRET } from './cluster.ts'
import { serverOf, type ServerProcess } from './server-process.ts'

export type ApiProcesses = {
  addresses: string[]
  kill(index: number): Promise<void>
  /** Starts one again in the place of one that was killed. */
  restart(index: number): Promise<void>
  close(): Promise<void>
}

export type ApiProcessOptions = {
  /** Port of a proxy in front of the database. */
  databasePort?: number
  /** More of the environment, for one process or another. */
  environment?: (index: number) => Record<string, string>
}

/** Processes of the product that serve one database: the command line, as an operator would start it. */
export async function openApiProcesses(
  ownerUrl: string,
  count: number,
  { databasePort, environment = () => ({}) }: ApiProcessOptions = {},
): Promise<ApiProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-api-'))
  const url = new URL(ownerUrl)
  if (databasePort !== undefined) url.port = String(databasePort)
  const open = (index: number): Promise<ServerProcess> =>
    serverOf(
      join(folder, String(index)),
      { DATABASE_URL: url.href, SIGHTLINE_SECRET: TEST_SECRET, ...environment(index) },
      ['--role', 'api'],
    )
  const processes = await Promise.all(Array.from({ length: count }, (_, index) => open(index)))
  const addresses = processes.map(({ address }) => address)
  return {
    addresses,
    kill: async (index) => processes[index]?.kill(),
    restart: async (index) => {
      const started = await open(index)
      processes[index] = started
      addresses[index] = started.address
    },
    close: async () => {
      await Promise.all(processes.map((running) => running.kill().catch(() => {})))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One call as its caller saw it. */
export type SeenCall = {
  process: number
  beganAtMs: number
  endedAtMs: number
  /** Unknown: it was sent, and nobody told what became of it. Unsent: nobody listened. */
  status: number | 'unknown' | 'unsent'
  text: string
  /** End of the month that it was counted in, in seconds since 1970. */
  resetsAt: number
}

export type Callers = {
  /** What was seen so far, in the order of the answers. */
  seen: SeenCall[]
  /** When every caller has ended by itself. */
  ended: Promise<SeenCall[]>
  /** Lets the last answers come. */
  stop(): Promise<SeenCall[]>
}

export type CallerOptions = {
  path: string
  key: string
  connections?: number
  pauseMs?: number
  /** A caller ends by itself after so many refusals: an address may not fail to sign in for ever. */
  refusals?: number
}

/** Callers of every process that ask one thing after another, each on a connection of its own, until they are stopped. */
export function keepCalling(
  addresses: readonly string[],
  { path, key, connections = 1, pauseMs = 0, refusals = Infinity }: CallerOptions,
): Callers {
  const seen: SeenCall[] = []
  const stopping = new AbortController()
  const callers = addresses.flatMap((_, process) => Array.from({ length: connections }, () => callOn(process)))
  const ended = Promise.all(callers).then(() => seen)
  return {
    seen,
    ended,
    stop: () => {
      stopping.abort()
      return ended
    },
  }

  async function callOn(process: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let refused = 0
    while (!stopping.signal.aborted && refused < refusals) {
      const beganAtMs = performance.now()
      // Read each time: a process that was started again has another address.
      const answer = await callOnce(`${addresses[process]}${path}`, key, agent)
      seen.push({ process, beganAtMs, endedAtMs: performance.now(), ...answer })
      if (answer.status === 401 || answer.status === 403) refused += 1
      if (typeof answer.status === 'string' || pauseMs > 0) await sleep(Math.max(pauseMs, 20))
    }
    agent.destroy()
  }
}

type Answer = Pick<SeenCall, 'status' | 'text' | 'resetsAt'>

function callOnce(url: string, key: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const lost = (status: 'unknown' | 'unsent'): void => resolve({ status, text: '', resetsAt: 0 })
    const sent = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 'unknown',
          text,
          resetsAt: Number(response.headers['x-ratelimit-reset']),
        }),
      )
      response.on('error', () => lost('unknown'))
      response.on('close', () => lost('unknown'))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => lost(error.code === 'ECONNREFUSED' ? 'unsent' : 'unknown'))
    sent.end()
  })
}
