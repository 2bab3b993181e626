import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/postgres-server.ts'
import type { Memory } from '../soak-member.ts'

export type Role = 'api' | 'worker' | 'all'

/** A process of the product, started by its command line as a service manager would. */
export type Member = {
  name: string
  role: Role
  /** Null: it serves no API. */
  address: string | null
  /** Never killed, so that what it takes can be judged. */
  isSteady: boolean
  child: ChildProcess
  isReady: boolean
  /** Whoever ends now was told to. */
  isTold: boolean
  /** Its last words, with the second at which it said them. */
  words: string[]
}

export type Crew = {
  members: readonly Member[]
  addresses: string[]
  /** One of this role that may die and is ready; undefined: there is none now. */
  mortal(role: Role): Member | undefined
  strike(member: Member, signal: NodeJS.Signals): void
  /** What the processes said of themselves, and how often. */
  said: Map<string, number>
  /** Processes that ended, though nobody had told them to. */
  deserters: string[]
  startsInVain(): number
  /** As an operator stops them. @returns those that did not end well */
  dismiss(): Promise<string[]>
}

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const MEMBER = new URL('../soak-member.ts', import.meta.url).href
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
const AGAIN_MS = 1_000
const WORDS_KEPT = 30
const ENDING_MS = 30_000

export type Post = { name: string; role: Role; isSteady?: boolean }

/** Hires for every post, and again a second after its process has ended. */
export async function hireCrew(posts: Post[], folder: string, environment: Record<string, string>): Promise<Crew> {
  const members: Member[] = []
  const said = new Map<string, number>()
  const deserters: string[] = []
  let vain = 0
  let isOver = false

  for (const post of posts) {
    const port = post.role === 'worker' ? null : await freePort()
    members.push(begin(post, port))
  }
  while (!members.every(({ isReady }) => isReady)) await sleep(100)
  return {
    members,
    addresses: members.flatMap(({ address }) => address ?? []),
    mortal: (role) => members.find((member) => member.role === role && !member.isSteady && member.isReady),
    strike: (member, signal) => {
      member.isTold ||= signal === 'SIGKILL' || signal === 'SIGTERM'
      if (member.isTold) member.isReady = false
      member.child.kill(signal)
    },
    said,
    deserters,
    startsInVain: () => vain,
    dismiss: async () => {
      isOver = true
      return (await Promise.all(members.map(end))).flat()
    },
  }

  function begin({ name, role, isSteady = false }: Post, port: number | null): Member {
    const member: Member = {
      name,
      role,
      address: port === null ? null : `http://127.0.0.1:${port}`,
      isSteady,
      child: start(name, role, port),
      isReady: false,
      isTold: false,
      words: [],
    }
    attend(member, port)
    return member
  }

  function start(name: string, role: Role, port: number | null): ChildProcess {
    const options = ['--role', role, '--data-dir', join(folder, name), ...(port === null ? [] : ['--port', `${port}`])]
    const flags = ['--conditions=@sightline/source', '--expose-gc', '--import', MEMBER]
    return spawn(process.execPath, [...flags, MAIN, 'start', ...options], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NODE_COMPILE_CACHE: COMPILED,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  }

  function attend(member: Member, port: number | null): void {
    const { child, name, role } = member
    member.words = []
    child.stdout?.on('data', (piece: Buffer) => {
      if (piece.includes('is running')) member.isReady = true
    })
    child.stderr?.on('data', (piece: Buffer) => {
      for (const line of piece.toString().split('\n').filter(Boolean)) {
        const words = summaryOf(line)
        member.words = [...member.words, `${Math.round(performance.now() / 1_000)} ${words}`].slice(-WORDS_KEPT)
        said.set(words, (said.get(words) ?? 0) + 1)
      }
    })
    child.once('exit', (code, signal) => {
      if (isOver) return
      if (!member.isTold && member.isReady)
        deserters.push(`${name} ended with ${code ?? signal}: ${member.words.at(-1)}`)
      if (!member.isTold && !member.isReady) vain += 1
      member.isReady = false
      setTimeout(() => {
        if (isOver) return
        Object.assign(member, { child: start(name, role, port), isTold: false })
        attend(member, port)
      }, AGAIN_MS)
    })
  }
}

/** The event and what failed, without what differs each time. */
function summaryOf(line: string): string {
  try {
    const { event, task, error, tasks } = JSON.parse(line) as Record<string, unknown>
    const reason = typeof error === 'string' ? (error.split('\n')[0] ?? '').slice(0, 120) : ''
    return [event, task, Array.isArray(tasks) ? '' : tasks, reason].filter(Boolean).join(' ')
  } catch {
    return line.slice(0, 120)
  }
}

async function end({ child, name, isReady, words }: Member): Promise<string[]> {
  if (child.exitCode !== null || child.signalCode !== null) return []
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), ENDING_MS)
  const [code, signal] = (await ended) as [number | null, string | null]
  clearTimeout(impatient)
  return code === 0 ? [] : [`${name}, ${isReady ? 'ready' : 'never ready'}: ${code ?? signal}`, ...words]
}

export async function memoryOf({ child }: Member): Promise<Memory> {
  const answered = once(child, 'message')
  child.send('memory')
  const [memory] = (await answered) as [Memory]
  return memory
}

/** Open files, sockets and the like (Linux). */
export const handlesOf = ({ child }: Member): number => readdirSync(`/proc/${child.pid}/fd`).length
