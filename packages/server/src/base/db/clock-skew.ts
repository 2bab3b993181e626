import type { Client } from 'pg'
import { Refusal } from './refusal.ts'
import { withClient } from './with-client.ts'

/** Certificates, providers' tokens and logs go by this machine’s clock: a minute is already a clock that nobody keeps. */
export const MAX_SKEW_MS = 60_000
export const SKEW_REMEDY =
  'Let both keep time by NTP: certificates, sign-in by a provider and what logs say depend on it.'

/**
 * How far the database's clock is ahead of this machine's, in milliseconds; 0 where the answer took so long that it may
 * agree.
 */
export async function clockSkewMs(client: Client, machineNowMs: () => number = Date.now): Promise<number> {
  const [askedAtMs, began] = [machineNowMs(), performance.now()]
  const { rows } = await client.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  const tookMs = performance.now() - began
  const skewMs = Math.round((rows[0]?.ms ?? askedAtMs) - (askedAtMs + tookMs / 2))
  return Math.abs(skewMs) <= tookMs / 2 ? 0 : skewMs
}

export const sayClockSkew = (skewMs: number): string =>
  `This machine’s clock is ${Math.abs(Math.round(skewMs / 1_000))} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database’s.`

/**
 * The database's clock decides what is counted, appointed and signed; a machine that is far off it is refused before it
 * trusts or distrusts others for its own fault.
 * @throws Refusal when the clocks are more than a minute apart
 */
export async function refuseClockSkew(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, 'sightline start', async (client) => {
    const skewMs = await clockSkewMs(client)
    if (Math.abs(skewMs) > MAX_SKEW_MS) throw new Refusal(sayClockSkew(skewMs), SKEW_REMEDY)
  })
}
