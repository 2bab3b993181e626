import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a chat model was asked, whichever of the two wire formats carried it. */
export type Asked = {
  path: string
  headers: IncomingHttpHeaders
  model: string
  instructions: string
  material: string
  schema: unknown
}
/** What it answers: a value for the form that was asked for, or a bare status. */
export type Answering = (asked: Asked) => Promise<Told> | Told
type Told = { answer: unknown } | { status: number; error?: unknown }

export type ModelServer = {
  url: string
  asked: Asked[]
  /** From now on. */
  answers(answering: Answering): void
  close(): Promise<void>
}

/** Speaks OpenAI's Chat Completions and Anthropic's Messages as far as a question with a form needs them. */
export async function startModelServer(answering: Answering = agree): Promise<ModelServer> {
  let current = answering
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void (async () => {
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        const question = read(request.url ?? '', request.headers, body)
        asked.push(question)
        const told = await current(question)
        response.writeHead('status' in told ? told.status : 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify('status' in told ? (told.error ?? {}) : write(question, told.answer)))
      })()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    // Listening on a port gives an address with a port, never a pipe's name.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers: (answering) => void (current = answering),
    close: () => new Promise((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

/** The numbers of the places that a judge is asked about. */
export const placesOf = ({ material }: Asked): number[] =>
  [...material.matchAll(/^\[place (\d+)\]/gm)].map(([, number]) => Number(number))

/** One verdict for all places. */
export const verdicts = (asked: Asked, meant: string, sentiment: string) => ({
  answer: { verdicts: placesOf(asked).map((place) => ({ place, meant, sentiment })) },
})

const agree: Answering = (asked) => verdicts(asked, 'yes', 'mixed')

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of two wire formats, read loosely as a server does
function read(path: string, headers: IncomingHttpHeaders, body: any): Asked {
  const isMessages = path === '/v1/messages'
  return {
    path,
    headers,
    model: body.model,
    instructions: isMessages ? body.system : body.messages[0].content,
    material: isMessages ? body.messages[0].content : body.messages[1].content,
    schema: isMessages ? body.tools[0].input_schema : body.response_format.json_schema.schema,
  }
}

const TOKENS = { input: 1_000, output: 100 }

function write({ path, model }: Asked, answer: unknown): unknown {
  if (path === '/v1/messages')
    return {
      type: 'message',
      model,
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input: answer }],
      stop_reason: 'tool_use',
      usage: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
    }
  return {
    model,
    choices: [{ message: { role: 'assistant', content: JSON.stringify(answer) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: TOKENS.input, completion_tokens: TOKENS.output },
  }
}
