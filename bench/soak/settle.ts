import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../test/support/cluster-processes.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

export type Unsettled = { runs: number; due: number; held: number; failed: number; deliveries: number }

const LONGEST_MS = 300_000

/** Waits until nothing is left to do. @returns how long that took, and what is left after five minutes */
export async function settle(
  { ownerUrl }: Stage,
  visitors: readonly Visitor[],
): Promise<{ seconds: number; left: Unsettled }> {
  const begunAt = performance.now()
  // A receiver that is back is found out by what is sent to it: here by a test, as its owner would.
  for (const { caller, guest } of visitors)
    await caller.surely(
      (client, options) => client.testWebhook({ params: { id: guest.webhookId }, body: {} }, options),
      ['conflict'],
    )
  const resent = new Set<string>()
  for (;;) {
    await resendPutOff(ownerUrl, visitors, resent)
    const left = await unsettled(ownerUrl)
    const milliseconds = performance.now() - begunAt
    if (Object.values(left).every((count) => count === 0) || milliseconds > LONGEST_MS)
      return { seconds: milliseconds / 1_000, left }
    await sleep(500)
  }
}

/** The receiver refuses one delivery in forty: a third time, and the next attempt is half an hour away. Its owner sends it again. */
async function resendPutOff(ownerUrl: string, visitors: readonly Visitor[], resent: Set<string>): Promise<void> {
  const rows = await query<{ id: string; webhookId: string }>(
    ownerUrl,
    `select id, webhook_id as "webhookId" from delivery where status = 'pending' and next_attempt_at > now() + interval '1 minute'`,
  )
  for (const { id, webhookId } of rows) {
    const visitor = visitors.find(({ guest }) => guest.webhookId === webhookId)
    if (!visitor || resent.has(id)) continue
    resent.add(id)
    await visitor.caller.surely((client, options) => client.resendDelivery({ params: { id } }, options), ['conflict'])
  }
}

async function unsettled(ownerUrl: string): Promise<Unsettled> {
  const [row] = await query<Unsettled>(
    ownerUrl,
    `select (select count(*)::int from run where status in ('planned', 'running')) as runs,
       (select count(*)::int from job where claimed_by is null and run_at <= now()) as due,
       (select count(*)::int from job where claimed_by is not null) as held,
       (select count(*)::int from job where claimed_by is null and attempts > 0) as failed,
       (select count(*)::int from delivery where status = 'pending') as deliveries`,
  )
  if (!row) throw new Error('no row')
  return row
}
