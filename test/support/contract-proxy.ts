import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats, withoutReferences, type DocumentedOperation, type OpenApi } from './contract.ts'

/** What went through, by operation: the statuses that were answered. */
export type Traffic = Map<string, number[]>

export type ContractProxy = {
  /** Where the API is, with the proxy in between. */
  baseUrl: string
  /** What either side did that the contract does not say. */
  violations: string[]
  traffic: Traffic
  close(): void
}

/**
 * Stands between a client and the running product and holds both against the committed `docs/openapi.json`: an undocumented
 * path, method, parameter, field, status or header is a violation, and so is a success for what the contract forbids.
 */
export async function openContractProxy(origin: string): Promise<ContractProxy> {
  const judge = createJudge()
  const violations: string[] = []
  const traffic: Traffic = new Map()
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const { method = 'GET', url = '/' } = request
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: forwarded(request),
      ...(body !== '' && { body }),
    })
    const text = await answer.text()
    const found = judge.operationAt(method, new URL(url, origin).pathname)
    const name = found?.operation.operationId ?? `${method} ${url}`
    traffic.set(name, [...(traffic.get(name) ?? []), answer.status])
    const faults = found
      ? judge.faults(found, { search: new URL(url, origin).searchParams, body, answer, text })
      : ['is not documented']
    violations.push(...faults.map((fault) => `${name} ${answer.status}: ${fault}`))
    response.writeHead(answer.status, [...answer.headers].filter(([header]) => !hopByHop.has(header)).flat()).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `${addressOf(server)}/api/v1`, violations, traffic, close: () => server.close() }
}

type Found = { path: string; method: string; operation: DocumentedOperation }
type Exchange = { search: URLSearchParams; body: string; answer: Response; text: string }

function createJudge() {
  const path = join(import.meta.dirname, '../../docs/openapi.json')
  const document = withoutReferences(JSON.parse(readFileSync(path, 'utf8')) as OpenApi)
  const ajv = new Ajv2020({ strict: false, formats, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const templates = Object.entries(document.paths)
    .map(([template, methods]) => ({
      template,
      methods,
      pattern: new RegExp(`^/api/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .toSorted((one, other) => one.template.split('{').length - other.template.split('{').length)

  const compiled = new Map<string, ValidateFunction>()
  const schemaAt = ({ path: template, method }: Found, ...steps: string[]): ValidateFunction => {
    const pointer = ['paths', template, method, ...steps, 'content', 'application/json', 'schema']
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }

  const requestFaults = (found: Found, { search, body }: Exchange): string[] => {
    const { parameters, requestBody } = found.operation
    const query = parameters.filter((parameter) => parameter.in === 'query')
    const unknown = [...search.keys()].filter((name) => !query.some((parameter) => parameter.name === name))
    const wrong = query.filter(({ name, schema, required }) => {
      const sent = search.get(name)
      if (sent === null) return required
      const isNumber = ['integer', 'number'].includes(String(schema['type'])) && sent !== ''
      return !ajv.validate(schema, isNumber ? Number(sent) : sent)
    })
    const hasWrongBody = requestBody && !isValid(schemaAt(found, 'requestBody'), body)
    return [...unknown, ...wrong.map(({ name }) => name), ...(hasWrongBody ? ['body'] : [])]
  }

  const answerFaults = (found: Found, { answer, text }: Exchange): string[] => {
    const documented = found.operation.responses[answer.status]
    if (!documented) return ['its status is not documented']
    const absent = Object.keys(documented.headers ?? {}).filter(
      (name) => !mayBeAbsent.has(name) && !answer.headers.has(name),
    )
    const faults = absent.map((name) => `the header ${name} is missing`)
    if (answer.status === 304) return faults
    if (answer.headers.get('content-type') !== 'application/json; charset=utf-8') faults.push('it is no JSON')
    const validate = schemaAt(found, 'responses', String(answer.status))
    if (!isValid(validate, text)) faults.push(ajv.errorsText(validate.errors))
    return faults
  }

  return {
    operationAt: (method: string, pathname: string): Found | null => {
      const key = (method === 'HEAD' ? 'GET' : method).toLowerCase()
      const { template, methods } = templates.find(({ pattern }) => pattern.test(pathname)) ?? {}
      const operation = methods?.[key]
      return template !== undefined && operation ? { path: template, method: key, operation } : null
    },
    faults: (found: Found, exchange: Exchange): string[] => {
      const sent = requestFaults(found, exchange)
      const isSuccess = exchange.answer.status < 300
      return [
        ...answerFaults(found, exchange),
        ...(isSuccess && sent.length > 0 ? [`taken though the contract forbids it: ${sent.join(', ')}`] : []),
      ]
    },
  }
}

/** Only there when there is something to say. */
const mayBeAbsent = new Set(['Deprecation', 'Sunset', 'Link', 'Idempotent-Replayed'])
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'])

function isValid(validate: ValidateFunction, text: string): boolean {
  try {
    return validate(JSON.parse(text))
  } catch {
    return false
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const forwarded = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !hopByHop.has(name) && name !== 'host' ? [[name, value]] : [],
  )

/** Listening on a port gives an address with a port, never a pipe's name. */
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
