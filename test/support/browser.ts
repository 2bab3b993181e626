import assert from 'node:assert/strict'
import { sessionOperations, type Role, type WebSession } from '@sightline/sdk'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { verifyByOperator } from '../../packages/server/src/identity/password-reset.ts'
import type { Tenant, TestApp } from './test-app.ts'
import { ask, type Reply } from './http.ts'
import { tokenIn } from './people.ts'

/** What a browser would send of a page of ours; the tests of the door change it. */
export type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** A browser with one cookie, on a page of the application. */
export type Browser = {
  /** Below `/web`. */
  ask(path: string, sent?: Sent): Promise<Reply>
  /** The same, which must succeed. */
  get<Output>(path: string): Promise<Output>
  post<Output>(path: string, body?: unknown): Promise<Output>
  /** `name=value`; null: it keeps none. */
  cookie: string | null
  csrfToken: string | null
  origin: string
}

export function openBrowser(origin: string): Browser {
  const browser: Browser = {
    origin,
    cookie: null,
    csrfToken: null,
    ask: async (path, { method = 'GET', body, headers = {} } = {}) => {
      const own = {
        ...(method !== 'GET' && { origin: browser.origin, 'sec-fetch-site': 'same-origin' }),
        ...(method !== 'GET' && browser.csrfToken !== null && { 'x-csrf-token': browser.csrfToken }),
        ...(browser.cookie !== null && { cookie: browser.cookie }),
      }
      // An empty text takes a header away.
      const sent = Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== ''))
      const reply = await ask(`${browser.origin}/web${path}`, { method, body, headers: sent })
      keep(reply)
      return reply
    },
    get: async (path) => read(await browser.ask(path)),
    post: async (path, body) => read(await browser.ask(path, { method: 'POST', body })),
  }
  return browser

  function keep(reply: Reply): void {
    const [pair = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
    if (pair !== '') browser.cookie = pair.endsWith('=') ? null : pair
    const token = /"csrfToken":"([\w-]+)"/.exec(reply.text)?.[1]
    if (token !== undefined) browser.csrfToken = token
  }

  /** The caller names what the operation answers with. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as said above
  function read<Output>({ status, text }: Reply): Output {
    assert.ok(status < 300, `${status} ${text}`)
    return JSON.parse(text) as Output
  }
}

export const PASSWORD = 'four random words again'

export type SignedIn = Browser & { personId: string; email: string }

/** Somebody who was invited, chose a password and is signed in. */
export async function newMember(
  house: TestApp,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  role: Role,
  email = `${role}@acme.example`,
): Promise<SignedIn> {
  const { secret } = await operate(house.app, organizationId, sessionOperations.inviteMember, { body: { email, role } })
  const browser = openBrowser(house.origin)
  const session = await browser.post<WebSession>(`/invitations/${tokenIn(secret)}/accept`, {
    name: `The ${role}`,
    password: PASSWORD,
  })
  return Object.assign(browser, { personId: session.person.id, email })
}

/** The operator vouches for somebody's address; they choose their password anew and sign in again. */
export async function verify(house: TestApp, person: SignedIn): Promise<void> {
  const { reset } = await verifyByOperator(house.app.services, person.email)
  assert.ok(reset, 'nobody had vouched for them')
  person.cookie = null
  person.csrfToken = null
  await person.post('/password-reset', { token: reset.token, newPassword: PASSWORD })
  await person.post('/sign-in', { email: person.email, password: PASSWORD })
}

/** The same person at another browser. */
export async function anotherBrowser(origin: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(origin)
  await browser.post('/sign-in', { email, password })
  return browser
}
