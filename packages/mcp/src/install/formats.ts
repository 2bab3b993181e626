import type { Launcher } from './launcher.ts'

/** This server as an entry of a client's settings. */
export type Block = Launcher & { env: Record<string, string> }

/** How a client writes its settings. */
export type Format = {
  /** A file of its own with this block in it. */
  whole(block: Block): string
  /** The present file with this block in it and all else as it was; null: the file cannot be understood. */
  merged(present: string, block: Block): string | null
}

const NAME = 'sightline'
type Input = { id: string } & Record<string, unknown>

/** `{ "<key>": { "sightline": { … } } }`, and what the client asks its user for. */
export function jsonFormat(key: string, added: Record<string, string> = {}, inputs: Input[] = []): Format {
  const write = (settings: Record<string, unknown>, block: Block, indent: string | number): string => {
    const servers = { ...asRecord(settings[key]), [NAME]: { ...added, ...block } }
    const others = asArray(settings['inputs']).filter((input) => !inputs.some(({ id }) => asRecord(input)['id'] === id))
    const asked = inputs.length > 0 && { inputs: [...others, ...inputs] }
    return `${JSON.stringify({ ...settings, [key]: servers, ...asked }, null, indent)}\n`
  }
  return {
    whole: (block) => write({}, block, 2),
    merged: (present, block) => {
      const settings = readObject(present)
      const isReadable = settings && [key, 'inputs'].every((name) => isExpected(name === 'inputs', settings[name]))
      return isReadable ? write(settings, block, indentOf(present)) : null
    },
  }
}

/** What stands where a list or a table is expected, and is neither, would be lost. */
const isExpected = (isList: boolean, value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Array.isArray(value) === isList)

/** Null for what is no JSON object: comments too, which could not be kept. */
function readObject(text: string): Record<string, unknown> | null {
  const bare = text.replace(/^\uFEFF/, '')
  if (bare.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(bare)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? asRecord(value) : null
  } catch {
    return null
  }
}

const asRecord = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const indentOf = (text: string): string | number => /^([ \t]+)\S/m.exec(text)?.[1] ?? 2

/** `[mcp_servers.sightline]`: our own tables are replaced, every other line stays as it is. */
export function tomlFormat(key: string): Format {
  const whole = ({ command, args, env }: Block): string =>
    [
      `[${key}.${NAME}]`,
      `command = ${quoted(command)}`,
      `args = [${args.map(quoted).join(', ')}]`,
      '',
      `[${key}.${NAME}.env]`,
      ...Object.entries(env).map(([name, value]) => `${name} = ${quoted(value)}`),
      '',
    ].join('\n')
  return {
    whole,
    merged: (present, block) => {
      const kept = withoutTables(present, `${key}.${NAME}`)
      return `${kept.trimEnd()}${kept.trim() === '' ? '' : '\n\n'}${whole(block)}`
    },
  }
}

function withoutTables(text: string, path: string): string {
  let isOurs = false
  return text
    .split('\n')
    .filter((line) => {
      const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '')
      if (header !== undefined) isOurs = header === path || header.startsWith(`${path}.`)
      return !isOurs
    })
    .join('\n')
}

/** A basic string of TOML is a string of JSON. */
const quoted = (text: string): string => JSON.stringify(text)
