import type { EventContent } from '@sightline/sdk'
import { wants } from '../../engine/notifying/events/subscription.ts'
import type { Db } from '../../base/db/db.ts'
import { activeWebhooks } from '../../store/notifying/webhooks.ts'
import type { Pipeline } from '../context.ts'
import { publish } from './publish.ts'

type Announced = Exclude<EventContent, { type: 'score.changed' }>

/**
 * Tells of new recommendations and competitors' moves, in the transaction that made them: writes the events and a delivery
 * for each subscription that asks for them. The brands stay locked until the transaction ends.
 */
export async function announce(
  pipeline: Pick<Pipeline, 'now' | 'newId' | 'publicUrl'>,
  db: Db,
  organizationId: string,
  contents: Announced[],
): Promise<void> {
  if (contents.length === 0) return
  const webhooks = await activeWebhooks(db, organizationId)
  const happenings = contents.map((content) => ({
    content,
    told: webhooks.filter((webhook) => wants(webhook, content)).map((webhook) => ({ webhook, content })),
  }))
  await publish(pipeline, db, organizationId, happenings)
}
