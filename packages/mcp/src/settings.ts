import { toolsets, type Toolset } from './toolsets.ts'

/** What the environment says, with what is wrong in it as sentences: the server starts all the same. */
export type Settings = {
  apiKey: string | null
  /** With its version and without a slash at the end: `http://127.0.0.1:4477/api/v1`. */
  baseUrl: string
  isReadOnly: boolean
  /** Null: all. */
  toolsets: ReadonlySet<Toolset> | null
  faults: string[]
}

/** Where `sightline start` listens by default. */
export const LOCAL_SERVER = 'http://127.0.0.1:4477/api/v1'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Everything the environment may say; the documentation's table is made of it. */
export const variables = [
  { name: 'SERVICE_API_KEY', means: 'The API key. Without it the server starts, and each call explains itself.' },
  { name: 'SERVICE_BASE_URL', means: `Address of the REST API; ${LOCAL_SERVER} when left out.` },
  { name: 'SERVICE_READ_ONLY', means: '`1`: offer only tools that change nothing.' },
  { name: 'SERVICE_TOOLSETS', means: `Only these groups, with commas between them: ${toolsets.join(', ')}.` },
] as const

type Environment = Record<string, string | undefined>

export function readSettings(environment: Environment): Settings {
  const faults: string[] = []
  const said = (name: (typeof variables)[number]['name']): string | null => environment[name]?.trim() || null
  const settings = {
    apiKey: readKey(said('SERVICE_API_KEY'), faults),
    baseUrl: readAddress(said('SERVICE_BASE_URL'), faults),
    isReadOnly: readSwitch(said('SERVICE_READ_ONLY'), faults),
    toolsets: readToolsets(said('SERVICE_TOOLSETS'), faults),
  }
  return { ...settings, faults }
}

/** What is no possible header value is refused here: an HTTP client would repeat it in its own error. */
function readKey(said: string | null, faults: string[]): string | null {
  if (said === null) faults.push('SERVICE_API_KEY is not set: each call will say so.')
  if (said === null || /^[!-~]+$/.test(said)) return said
  faults.push('SERVICE_API_KEY holds characters that no key has.')
  return null
}

function readAddress(said: string | null, faults: string[]): string {
  if (said === null) return LOCAL_SERVER
  // Not URL.parse, which Node 20 does not have.
  const url = URL.canParse(said) ? new URL(said) : null
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
      faults.push('SERVICE_BASE_URL is http and not of this machine: your key goes there unencrypted. Use https.')
    const path = url.pathname.replace(/(?<!\/)\/+$/, '')
    return `${url.origin}${path === '' ? '/api/v1' : path}`
  }
  faults.push(`SERVICE_BASE_URL must be an http or https address without a password in it; using ${LOCAL_SERVER}.`)
  return LOCAL_SERVER
}

/** Whoever sets the switch at all wants it on, unless they say no. */
function readSwitch(said: string | null, faults: string[]): boolean {
  if (said === null || /^(0|false|no|off)$/i.test(said)) return false
  if (!/^(1|true|yes|on)$/i.test(said)) faults.push('SERVICE_READ_ONLY should be 1 or 0; taken for 1.')
  return true
}

/** A group that is misspelt must not open all the others. */
function readToolsets(said: string | null, faults: string[]): ReadonlySet<Toolset> | null {
  if (said === null) return null
  const wanted = said.split(',').map((name) => name.trim().toLowerCase())
  const isKnown = (name: string): name is Toolset => (toolsets as readonly string[]).includes(name)
  const unknown = wanted.filter((name) => name !== '' && !isKnown(name))
  if (unknown.length > 0)
    faults.push(`SERVICE_TOOLSETS: there is no group ${unknown.join(', ')}. Groups: ${toolsets.join(', ')}.`)
  return new Set(wanted.filter(isKnown))
}
