import type { WebSession } from '@sightline/sdk'
import { ask } from './http.ts'

export type Step = { location: string; cookies: string[] }

/** A browser's way to the provider and back, redirect by redirect, without following the last one. */
export type SignOn = {
  /** Opens one address. */
  open(url: string, cookies?: string[]): Promise<Step>
  begin(next?: string): Promise<Step>
  round(next?: string): Promise<Step>
  /** Whose session the last step gave; null: nobody's. */
  sessionOf(step: Step): Promise<WebSession | null>
}

export function signOnAt(origin: string): SignOn {
  const open = async (url: string, cookies: string[] = []): Promise<Step> => {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { location: response.headers.get('location') ?? `${response.status}`, cookies: set }
  }
  const begin = (next = '/') => open(`${origin}/web/single-sign-on?next=${encodeURIComponent(next)}`)
  return {
    open,
    begin,
    round: async (next) => {
      const begun = await begin(next)
      const agreed = await open(begun.location)
      return open(agreed.location, begun.cookies)
    },
    sessionOf: async ({ cookies }) => {
      const cookie = cookies.find((pair) => pair.startsWith('sightline=')) ?? ''
      const { status, text } = await ask(`${origin}/web/session`, { headers: { cookie } })
      return status === 200 ? (JSON.parse(text) as WebSession) : null
    },
  }
}
