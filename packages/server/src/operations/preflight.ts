import type { AnyOperation, InputOf, Operations } from '@sightline/sdk'
import type { Services } from './context.ts'
import { refuseTarget } from './notifying/webhook-target.ts'

type WithTarget = Operations['createWebhook'] | Operations['updateWebhook']

/**
 * Asks the world outside what an operation needs of it, before its transaction begins: inside one, nobody waits for a
 * stranger.
 * @throws Problem webhook_url_not_allowed for an address whose name leads inside at this moment
 */
export async function preflight(
  { findTarget }: Services,
  operation: AnyOperation,
  input: InputOf<AnyOperation>,
): Promise<void> {
  if (operation.id !== 'createWebhook' && operation.id !== 'updateWebhook') return
  // The input was parsed by this operation's own schema.
  const { url } = (input as InputOf<WithTarget>).body
  const fault = url === undefined ? null : await findTarget(url)
  if (fault !== null) refuseTarget(fault)
}
