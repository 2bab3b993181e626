import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../test/support/cluster-processes.ts'
import type { Fault as NetworkFault } from '../../test/support/fault-proxy.ts'
import type { PostgresServer } from '../../test/support/postgres-server.ts'
import type { Role } from './crew.ts'
import type { Stage } from './stage.ts'

export type Fault = { name: string; weight: number; happen(): Promise<void> }

/** Longer than its heartbeat lasts. */
export const FROZEN_MS = 40_000
/** Kinds of connections by a text in their first bytes; all of them. */
const CONNECTIONS = ['', '', 'sightline listener', 'sightline queue', 'sightline heartbeat']

/** What happens to processes, to the database and to the network between them. Each resolves when it is over, apart from what lasts. */
export function faultsOf(stage: Stage, random: () => number, lasting: Set<Promise<void>>): Fault[] {
  const { crew, server, ownerUrl, proxy, receiver } = stage
  let isFrozen = false
  const last = (work: Promise<void>): void => {
    const ended = work.finally(() => lasting.delete(ended))
    lasting.add(ended)
  }
  const strike = (role: Role, signal: NodeJS.Signals) => async (): Promise<void> => {
    const member = crew.mortal(role)
    if (member) crew.strike(member, signal)
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const network = (name: string, forMs: number, fault: NetworkFault, isEndedByReset = false): Fault => ({
    name,
    weight: 1,
    happen: async () => {
      proxy.afflict(pick(CONNECTIONS), fault)
      await sleep(forMs * (0.5 + random()))
      proxy.heal()
      // What was swallowed never comes: a connection that missed something is no connection any more.
      if (isEndedByReset) proxy.leadTo(server.port)
    },
  })
  return [
    { name: 'api killed', weight: 3, happen: strike('api', 'SIGKILL') },
    { name: 'worker killed', weight: 3, happen: strike('worker', 'SIGKILL') },
    { name: 'all-in-one killed', weight: 2, happen: strike('all', 'SIGKILL') },
    { name: 'stopped as by an operator', weight: 1, happen: () => strike(pick(['api', 'worker', 'all']), 'SIGTERM')() },
    {
      name: 'worker frozen',
      weight: 1,
      happen: async () => {
        const member = crew.mortal('worker')
        if (isFrozen || !member) return
        isFrozen = true
        const { child } = member
        crew.strike(member, 'SIGSTOP')
        last(
          sleep(FROZEN_MS).then(() => {
            isFrozen = false
            child.kill('SIGCONT')
            return undefined
          }),
        )
      },
    },
    { name: 'database killed', weight: 1, happen: () => crash(server) },
    {
      name: 'database restarted',
      weight: 1,
      happen: async () => {
        await server.stop('fast')
        await startAgain(server)
      },
    },
    {
      name: 'connections terminated',
      weight: 2,
      happen: async () => {
        const name = pick(['sightline listener%', 'sightline queue', 'sightline heartbeat', 'sightline', 'sightline%'])
        const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'sightline' and application_name like $1`
        await query(ownerUrl, text, [name])
      },
    },
    {
      name: 'receiver killed',
      weight: 1,
      happen: async () => {
        await receiver.kill()
        last(sleep(2_000 + random() * 10_000).then(receiver.comeBack))
      },
    },
    network('latency', 4_000, { kind: 'latency', milliseconds: 100 }),
    network('connections reset', 400, { kind: 'reset' }),
    network('cut off, and healed', 5_000, { kind: 'hold' }),
    network('swallowed', 5_000, { kind: 'blackHole' }, true),
    network('in slices', 3_000, { kind: 'slice', bytes: 11 }),
    network('cut in the middle', 400, { kind: 'cut', from: 'server', afterBytes: 3_000 }),
  ]
}

/** As a loss of power looks to the database; it recovers from its log. */
async function crash(server: PostgresServer): Promise<void> {
  const postmaster = Number(readFileSync(server.pidFile, 'utf8').split('\n')[0])
  if (postmaster) process.kill(postmaster, 'SIGKILL')
  await sleep(500)
  await startAgain(server)
}

/** Its children may not have noticed yet. */
async function startAgain(server: PostgresServer): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      return await server.start()
    } catch (error) {
      if (tries > 60) throw error
      await sleep(500)
    }
}
