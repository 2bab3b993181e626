import { Problem, type InputOf, type Operations, type Webhook } from '@sightline/sdk'
import { deliverJob, tendWebhooksJob } from '../../jobs/kinds.ts'
import { formatOfHost } from '../../messages/hosts.ts'
import { deliveryStatistics, type DeliveryStatistics } from '../../store/notifying/delivery-attempts.ts'
import { cancelOfOtherBrands } from '../../store/notifying/delivery-outcomes.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import * as store from '../../store/notifying/webhooks.ts'
import { startWebhookBaselines } from '../../store/notifying/webhook-baselines.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { limitReached, planOf, requirePlace } from '../accounts/limits.ts'
import { pageOf, toPage } from '../pages.ts'
import { fitToPlan } from '../accounts/plan-fit.ts'
import { audit, organizationOf } from '../tenant.ts'
import { makeSecret, rotateSecret } from './webhook-secrets.ts'
import { chooseBrands, requireTarget, requireWebhook, visibleWebhook } from './webhook-target.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

type WebhookHandlers = Pick<
  Handlers,
  'createWebhook' | 'listWebhooks' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret'
>
type Wanted = InputOf<Operations['createWebhook']>['body']

/** What `statistics` tell of: the days that deliveries are kept. */
const STATISTICS_DAYS = 30

export const webhookHandlers: WebhookHandlers = {
  createWebhook: async (context, { body }) => {
    const organizationId = organizationOf(context)
    requireTarget(context, body.url)
    const format = body.format ?? formatOfHost(body.url) ?? 'event'
    const brandIds = await chooseBrands(context, body.brandIds)
    if (body.isChannel) requireChannel(context, { format, brandIds })
    await requirePlace(context, 'webhooks', 1, () => store.countWebhooks(context.db, organizationId))
    const id = context.services.newId('webhook')
    const webhook = await insert(context, id, { ...body, format, brandIds })
    const secret = await makeSecret(context, id)
    await startWebhookBaselines(context.db, organizationId, id, brandIds)
    await enqueue(context.db, [tendWebhooksJob({ organizationId }, new Date(context.now.getTime() + DAY_MS))])
    await audit(context, 'webhook.create', id, { url: webhook.url })
    return { ...toWebhook(webhook), secret }
  },

  listWebhooks: async (context, { query }) => {
    const filter = { ...pageOf(context, query), brandIds: context.caller.brandIds }
    return toPage(
      context,
      query,
      (await store.listWebhooks(context.db, organizationOf(context), filter)).map(toWebhook),
    )
  },

  getWebhook: async (context, { params }) => {
    const webhook = await requireWebhook(context, params.id)
    const since = new Date(context.now.getTime() - STATISTICS_DAYS * DAY_MS)
    const { brandIds } = context.caller
    const counted = await deliveryStatistics(context.db, organizationOf(context), webhook.id, { brandIds, since })
    return { ...toWebhook(webhook), statistics: toStatistics(since, counted) }
  },

  updateWebhook: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    const before = await requireWebhook(context, params.id)
    if (body.url !== undefined) requireTarget(context, body.url)
    const { status, ...change } = body
    const brandIds = body.brandIds === undefined ? undefined : await chooseBrands(context, body.brandIds)
    if (before.isChannel) requireChannel(context, { format: body.format ?? before.format, brandIds: brandIds ?? null })
    if (status !== undefined) await setStatus(context, before, status)
    await store.updateWebhook(context.db, organizationId, params.id, { ...change, brandIds }, context.now)
    if (brandIds !== undefined) await startWebhookBaselines(context.db, organizationId, params.id, brandIds)
    if (brandIds) await cancelOfOtherBrands(context.db, organizationId, params.id, { brandIds, at: context.now })
    await audit(context, 'webhook.update', params.id, { changed: Object.keys(body) })
    return toWebhook(await requireWebhook(context, params.id))
  },

  deleteWebhook: async (context, { params }) => {
    await lockOrganization(context.db, organizationOf(context))
    const webhook = await visibleWebhook(context, params.id)
    if (webhook && (await store.deleteWebhook(context.db, organizationOf(context), webhook.id))) {
      await fitToPlan(context)
      await audit(context, 'webhook.delete', webhook.id, { url: webhook.url })
    }
    return { id: params.id, deleted: true as const }
  },

  rotateWebhookSecret: async (context, { params }) => {
    const { id } = await requireWebhook(context, params.id)
    await store.lockWebhook(context.db, organizationOf(context), id)
    const { secret, previousExpiresAt } = await rotateSecret(context, id)
    await audit(context, 'webhook.rotate_secret', id)
    return { id, secret, previousExpiresAt: previousExpiresAt.toISOString() }
  },
}

async function insert(
  context: Context,
  id: string,
  wanted: Wanted & Pick<store.NewWebhook, 'format' | 'brandIds'>,
): Promise<store.WebhookRow> {
  return store
    .insertWebhook(context.db, organizationOf(context), { ...wanted, id, at: context.now })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new Problem('conflict', {
        message: 'The organization has a dedicated channel already. Change it, or delete it first.',
      })
    })
}

/** @throws Problem plan_feature_unavailable, or validation_failed for what is no chat or not of all brands */
function requireChannel(context: Context, { format, brandIds }: Pick<store.WebhookRow, 'format' | 'brandIds'>): void {
  const { plan } = context.caller.organization
  if (!planOf(context).hasDedicatedChannel)
    throw new Problem('plan_feature_unavailable', {
      message: 'A dedicated chat channel is part of the plan Agency. Upgrade, or leave isChannel out.',
      plan,
    })
  const faults = [
    ...(format === 'event' ? [{ path: 'format', code: 'not_a_chat', message: 'Must be a chat tool’s format.' }] : []),
    ...(brandIds ? [{ path: 'brandIds', code: 'not_all_brands', message: 'The channel is told of all brands.' }] : []),
  ]
  if (faults.length > 0)
    throw new Problem('validation_failed', {
      message: `${faults.length} field${faults.length === 1 ? ' is' : 's are'} not valid for the dedicated channel: ${faults.map(({ path }) => path).join(', ')}.`,
      details: faults,
    })
}

async function setStatus(context: Context, before: store.WebhookRow, status: 'active' | 'paused'): Promise<void> {
  const organizationId = organizationOf(context)
  if (status === before.status) return
  await lockOrganization(context.db, organizationId)
  if (status === 'paused') await store.pauseWebhook(context.db, organizationId, before.id, context.now)
  else await activate(context, before)
  await fitToPlan(context)
}

async function activate(context: Context, { id, statusReason }: store.WebhookRow): Promise<void> {
  const organizationId = organizationOf(context)
  if (statusReason === 'plan') await requirePlaceAgain(context)
  await store.activateWebhook(context.db, organizationId, id, context.now)
  // What waited meanwhile is sent.
  await enqueue(context.db, [deliverJob({ organizationId, webhookId: id })])
}

/** One that a smaller plan has stopped goes on only when it has a place in the present one. */
async function requirePlaceAgain(context: Context): Promise<void> {
  const organizationId = organizationOf(context)
  const running = await store.countWebhooks(context.db, organizationId, { withoutStoppedByPlan: true })
  const allowed = planOf(context).webhooks
  if (running >= allowed) throw limitReached(context, { what: 'webhooks', limit: allowed, current: running })
}

export function toWebhook(row: store.WebhookRow): Webhook {
  return {
    ...row,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toStatistics(since: Date, counted: DeliveryStatistics) {
  const { succeededAttempts, failedAttempts, p50Ms, p95Ms, ...deliveries } = counted
  const attempts = succeededAttempts + failedAttempts
  return {
    since: since.toISOString(),
    deliveries,
    attempts: { succeeded: succeededAttempts, failed: failedAttempts },
    successRate: attempts === 0 ? null : succeededAttempts / attempts,
    durationMs: p50Ms === null || p95Ms === null ? null : { p50: p50Ms, p95: p95Ms },
  }
}
