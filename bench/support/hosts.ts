import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = async (...args: string[]): Promise<void> => void (await run('ip', args))

/** A host of its own: a network namespace on a bridge. */
export type Host = { name: string; address: string; namespace: string }

export type Network = {
  /** Where the hosts find this process, which no cut concerns. */
  outside: string
  hosts: Host[]
  /** Runs Node on a host, with a channel to this process. */
  start(host: Host, args: string[], environment?: Record<string, string>): ChildProcess
  /** What one sends the other is swallowed from now on, in both directions, and neither is told. */
  cut(one: Host, other: Host): Promise<void>
  heal(one: Host, other: Host): Promise<void>
  /** Ends what runs on the hosts, and them. */
  close(): Promise<void>
}

/** No network card has it: the bridge carries such a frame to every port, and nobody takes it. */
const NOBODY = '02:00:00:00:00:fe'

/** Hosts that reach each other, made with `ip` as root (Linux). */
export async function openHosts(names: readonly string[]): Promise<Network> {
  const id = `sl${process.pid % 100_000}`
  // One of 64 subnets, for runs beside each other.
  const subnet = `10.213.${process.pid % 64}`
  const hosts = names.map((name, index) => ({ name, address: `${subnet}.${index + 10}`, namespace: `${id}-${index}` }))
  const children = new Set<ChildProcess>()
  const close = async (): Promise<void> => {
    await Promise.all([...children].map(endChild))
    for (const { namespace } of hosts) await ip('netns', 'del', namespace).catch(() => {})
    await ip('link', 'del', id).catch(() => {})
  }
  try {
    await ip('link', 'add', id, 'type', 'bridge')
    await ip('addr', 'add', `${subnet}.1/24`, 'dev', id)
    await ip('link', 'set', id, 'up')
    for (const [index, host] of hosts.entries()) await join(host, id, `${id}v${index}`)
  } catch (error) {
    await close()
    throw error
  }
  return {
    outside: `${subnet}.1`,
    hosts,
    start: ({ namespace }, args, environment = {}) => {
      const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
      const command = ['netns', 'exec', namespace, process.execPath, '--conditions=@sightline/source', ...args]
      // `ip` becomes the program: the channel and the number of the process are the program's.
      const child = spawn('ip', command, { stdio, env: { ...base(), ...environment } })
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    cut: (one, other) => bothWays(one, other, ['replace', 'lladdr', NOBODY, 'nud', 'permanent']),
    heal: (one, other) => bothWays(one, other, ['del']),
    close,
  }
}

async function join({ namespace, address }: Host, bridge: string, link: string): Promise<void> {
  await ip('netns', 'add', namespace)
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  await ip('link', 'set', link, 'master', bridge, 'up')
  await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  await ip('-n', namespace, 'link', 'set', 'lo', 'up')
}

async function bothWays(one: Host, other: Host, [verb = '', ...rest]: string[]): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    await ip('-n', from.namespace, 'neigh', verb, to.address, ...rest, 'dev', 'eth0')
}

/** No variable of the caller's that starts with the product's names. */
const base = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' })

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(impatient)
}
