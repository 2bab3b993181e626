import type { SightlineEvent, WebhookFormat } from '@sightline/sdk'
import { renderDigest } from './digest.ts'
import { renderMessage } from './render.ts'

/** The installation does not know under which address people reach it. */
const dashboardUrl = null

/** What a subscription is sent of one event, in its format; these bytes are signed, and the same at every attempt. */
export function deliveryBody(format: WebhookFormat, event: SightlineEvent, brandName: string): string {
  if (format === 'event') return JSON.stringify(event)
  return JSON.stringify(renderMessage(format, event, { brandName, dashboardUrl, isTest: event.test === true }))
}

/** What a chat channel is sent of several events of one moment. */
export function digestBody(
  format: Exclude<WebhookFormat, 'event'>,
  events: SightlineEvent[],
  brandNames: ReadonlyMap<string, string>,
): string {
  const byBrand = Map.groupBy(events, ({ data }) => data.brandId)
  const groups = [...byBrand].map(([brandId, ofBrand]) => ({
    brandName: brandNames.get(brandId) ?? brandId,
    events: ofBrand,
  }))
  const instants = events.map(({ timestamp }) => timestamp).toSorted()
  const span = { from: instants[0] ?? '', to: instants.at(-1) ?? '' }
  return JSON.stringify(renderDigest(format, groups, { span, dashboardUrl }))
}
