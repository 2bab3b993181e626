import type { ProblemBody } from '@sightline/sdk'
import type { Input, OperationId, Output } from './contract.ts'
import { routes, type Route } from './routes.ts'

/** An answer that is no success, with what to do about it (`message`). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly body: ProblemBody['error'] | null
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: ProblemBody['error'] | null, retryAfterSeconds: number | null) {
    super(body?.message ?? `The service answered ${status}, and nothing readable.`)
    this.status = status
    this.code = body?.code ?? 'unreadable_response'
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** What is wrong with each field of a form, by its name. */
  get fields(): Record<string, string> {
    const details = this.body?.details ?? []
    return Object.fromEntries(details.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
  }
}

/** The session's door: the operations of the API, for who is signed in at this browser. */
export type Door = {
  /** @throws {ProblemError} for every answer that is not a success; a TypeError where the service cannot be reached */
  call<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Output<Id>>
  /** Without the session's token nothing can be changed. */
  useToken(csrfToken: string | null): void
}

export type CallOptions = { organizationId?: string | undefined; signal?: AbortSignal }

export function createDoor(send: typeof fetch): Door {
  let csrfToken: string | null = null
  return {
    useToken: (token) => {
      csrfToken = token
    },
    call: async (id, input, { organizationId, signal } = {}) => {
      const route: Route = routes[id]
      const response = await send(addressOf(route, input, organizationId), {
        method: route.method,
        headers: {
          accept: 'application/json',
          ...(input.body !== undefined && { 'content-type': 'application/json' }),
          ...(route.method !== 'GET' && csrfToken !== null && { 'x-csrf-token': csrfToken }),
        },
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        ...(signal && { signal }),
      })
      const body: unknown = await response.json().catch(() => null)
      // The service answers with what its contract says: its own tests hold it to that.
      if (response.ok && typeof body === 'object' && body !== null) return body as Output<typeof id>
      const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
      throw new ProblemError(
        response.status,
        (body as ProblemBody | null)?.error ?? null,
        Number.isNaN(retryAfter) ? null : retryAfter,
      )
    },
  }
}

type LooseInput = { params?: object; query?: object }

function addressOf(route: Route, input: LooseInput, organizationId: string | undefined): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  const base = route.isOrganizations ? `/web/organizations/${organizationId}` : '/web'
  return `${base}${path}${search && `?${search}`}`
}
