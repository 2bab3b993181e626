import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { runCommand } from '../../packages/mcp/src/command.ts'
import { publishedLauncher } from '../../packages/mcp/src/install/launcher.ts'

const MAIN = fileURLToPath(new URL('../../packages/mcp/src/main.ts', import.meta.url))

/** The two generations of the protocol: with a greeting, and with what the greeting said in every request. */
export type Era = 'legacy' | 'modern'

/** What of a message of the server is read here. */
export type Message = {
  jsonrpc: string
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}
export type ToolResult = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  _meta?: Record<string, unknown>
}
export type Definition = {
  name: string
  title: string
  description: string
  inputSchema: { properties: Record<string, { description?: string }>; required?: string[] }
  outputSchema: { type: string; properties: Record<string, unknown> }
  annotations: Record<string, boolean>
}

/** `sightline-mcp` as a host runs it: a process of its own that speaks on its pipes. */
export type McpProcess = {
  child: ChildProcess
  /** Every line that came on stdout. */
  lines: string[]
  /** What came without being an answer. */
  notices: Message[]
  stderr(): string
  /** @throws what the protocol answers as an error */
  request(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>
  send(message: Record<string, unknown>): void
  tools(): Promise<Definition[]>
  call(name: string, given?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolResult>
  /** Closes its stdin and waits for its end. */
  close(): Promise<number | null>
}

export class ProtocolFault extends Error {
  readonly code: number
  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

export type McpOptions = {
  era?: Era
  args?: string[]
  /** Whether it speaks on its pipes (default), so that there is somebody to greet. */
  isPipe?: boolean
  /** Another form of it than the source (default), as Node takes it, and where it is started. */
  program?: string[]
  cwd?: string
}

/** Of this process's environment nothing but the way to programs, and what was compiled before: it starts in half the time. */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
})

/** Starts it with nothing else of this process's environment, and greets it where its generation wants that. */
export async function openMcp(
  environment: Record<string, string>,
  { era = 'modern', args = [], isPipe = true, program, cwd }: McpOptions = {},
): Promise<McpProcess> {
  const child = spawn(process.execPath, [...(program ?? ['--conditions=@sightline/source', MAIN]), ...args], {
    cwd,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A test that fails leaves it open; it ends with the pipe, when this process does.
  child.unref()
  const lines: string[] = []
  const notices: Message[] = []
  const waiting = new Map<number, (message: Message) => void>()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    const message = JSON.parse(line) as Message
    if (message.id === undefined) notices.push(message)
    else waiting.get(message.id)?.(message)
  })
  // Whoever waits for one that has ended hears so.
  child.once('close', () => {
    const error = { code: 0, message: `It has ended. ${stderr}` }
    for (const tell of waiting.values()) tell({ jsonrpc: '2.0', error })
  })
  let lastId = 0
  const send = (message: Record<string, unknown>): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  const request = async (method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const id = ++lastId
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    // Given metadata goes beside the envelope that the newer generation wants in every request.
    const meta = { ...(era === 'modern' && envelope), ...(params['_meta'] as object | undefined) }
    send({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } })
    const message = await answered
    if (message.error) throw new ProtocolFault(message.error)
    return message.result ?? {}
  }
  if (isPipe && era === 'legacy') {
    await request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  return {
    child,
    lines,
    notices,
    stderr: () => stderr,
    request,
    send,
    // What the server answers is its contract; the tests hold it against the protocol's own judges elsewhere.
    tools: async () => (await request('tools/list'))['tools'] as Definition[],
    call: async (name, given = {}, meta) =>
      (await request('tools/call', { name, arguments: given, ...(meta && { _meta: meta }) })) as ToolResult,
    close: async () => {
      const closed = once(child, 'close')
      child.stdin.end()
      const [code] = (await closed) as [number | null]
      return code
    },
  }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

/** What a command that ends by itself says, without a process for it. */
export async function runInProcess(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  ended.code = await runCommand({
    args,
    environment,
    launcher: publishedLauncher('linux'),
    out: (text) => (ended.out += text),
    err: (text) => (ended.err += text),
  })
  return ended
}
export type Ended = { code: number | null; out: string; err: string }

/** What a model reads. */
export const textOf = ({ content }: ToolResult): string => content.map(({ text }) => text).join('\n')

/** A list in a result; empty where there is none. */
export const listOf = <Entry = unknown>({ structuredContent = {} }: ToolResult, name = 'data'): Entry[] =>
  (structuredContent[name] ?? []) as Entry[]

/** Where a list goes on. */
export function cursorOf({ structuredContent = {} }: ToolResult): string | undefined {
  const { nextCursor } = (structuredContent['pagination'] ?? {}) as { nextCursor?: string | null }
  return nextCursor ?? undefined
}
