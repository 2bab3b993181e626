import type { SightlineEvent, WebhookFormat } from '@sightline/sdk'
import { renderDigest } from './digest.ts'
import { renderMessage } from './render.ts'

export type BodyOptions = {
  brandName: string
  /** Where people reach the web application; null: the installation does not know. */
  publicUrl: string | null
}

/** What a subscription is sent of one event, in its format; these bytes are signed, and the same at every attempt. */
export function deliveryBody(
  format: WebhookFormat,
  event: SightlineEvent,
  { brandName, publicUrl }: BodyOptions,
): string {
  if (format === 'event') return JSON.stringify(event)
  const isTest = event.test === true
  // What a test is about need not be there.
  const dashboardUrl = publicUrl === null ? null : new URL(isTest ? '/' : pageOf(event), publicUrl).href
  return JSON.stringify(renderMessage(format, event, { brandName, dashboardUrl, isTest }))
}

/** The page of the web application that shows what an event is about. */
function pageOf({ type, data }: SightlineEvent): string {
  const brand = `/brands/${data.brandId}`
  switch (type) {
    case 'score.changed':
      return brand
    case 'competitor.alert':
      return `${brand}/competitors`
    case 'recommendation.new':
      return `${brand}/recommendations/${data.recommendationId}`
  }
}

/** What a chat channel is sent of several events of one moment. */
export function digestBody(
  format: Exclude<WebhookFormat, 'event'>,
  events: SightlineEvent[],
  brandNames: ReadonlyMap<string, string>,
  publicUrl: string | null,
): string {
  const byBrand = Map.groupBy(events, ({ data }) => data.brandId)
  const groups = [...byBrand].map(([brandId, ofBrand]) => ({
    brandName: brandNames.get(brandId) ?? brandId,
    events: ofBrand,
  }))
  const instants = events.map(({ timestamp }) => timestamp).toSorted()
  const span = { from: instants[0] ?? '', to: instants.at(-1) ?? '' }
  return JSON.stringify(renderDigest(format, groups, { span, dashboardUrl: publicUrl }))
}
