import { concerns, isTold } from '../../engine/notifying/events/subscription.ts'
import type { Report } from '../../engine/scoring/report.ts'
import { isWorthTelling, scoreChange } from '../../engine/scoring/score-change.ts'
import type { Db } from '../../base/db/db.ts'
import {
  saveScoreBaseline,
  saveWebhookBaselines,
  scoreBaseline,
  webhookBaselines,
  type ReportedScore,
} from '../../store/notifying/webhook-baselines.ts'
import { activeWebhooks, type WebhookRow } from '../../store/notifying/webhooks.ts'
import type { Pipeline } from '../context.ts'
import { publish } from './publish.ts'

/**
 * Tells of a brand's settled score, in the transaction that scores it: each subscription measures its threshold from what
 * it was told last. A brand's first score, and the first one after a subscription began, is where it begins, and is told
 * to nobody. The brand is locked.
 */
export async function announceScore(
  pipeline: Pick<Pipeline, 'now' | 'newId' | 'publicUrl'>,
  db: Db,
  organizationId: string,
  report: Report,
): Promise<void> {
  const { brandId } = report.score
  const now = report.measured
  const at = pipeline.now()
  const last = await scoreBaseline(db, organizationId, brandId)
  const webhooks = (await activeWebhooks(db, organizationId)).filter((webhook) =>
    concerns(webhook, 'score.changed', brandId),
  )
  const baselines = await webhookBaselines(db, organizationId, brandId)
  const told = last ? webhooks.flatMap((webhook) => tell(webhook, report, baselines.get(webhook.id))) : []
  const beginning = webhooks.filter(({ id }) => !last || !baselines.has(id))
  const informed = [...told.map(({ webhook }) => webhook.id), ...beginning.map(({ id }) => id)].toSorted()
  await saveWebhookBaselines(db, organizationId, brandId, informed, now, at)
  const isNews = last !== undefined && (told.length > 0 || isWorthTelling(now.composite, last.composite, 0))
  if (!last || isNews) await saveScoreBaseline(db, organizationId, brandId, now, at)
  if (isNews) await publish(pipeline, db, organizationId, [{ content: scoreChange(report, last, 0), told }])
}

/** What a subscription is told, or nothing. */
function tell(webhook: WebhookRow, report: Report, told: ReportedScore | undefined) {
  const isDue =
    told !== undefined &&
    isWorthTelling(report.measured.composite, told.composite, webhook.threshold) &&
    isTold(webhook, report.score.significant)
  return isDue ? [{ webhook, content: scoreChange(report, told, webhook.threshold) }] : []
}
