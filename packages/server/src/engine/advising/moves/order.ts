import type { Order } from './market.ts'
import { promptMeans } from '../../scoring/prompt-means.ts'
import { score } from '../../scoring/score.ts'
import { changeOf, sharedMeans, trend } from '../../scoring/trend.ts'
import { answerNoise } from './answer-noise.ts'
import { changeByPrompt, furthestPrompts } from './furthest-prompts.ts'
import type { MoveMarket, CompetitorRank } from './market.ts'

/** Points that a score must lie above another in each of two windows. */
export const ORDER_GAP = 1

/** `turn`: null where it was told before, or there is nothing to tell. `standing`: as it is to be kept, where it changed. */
export type OrderStep = { turn: Turn | null; standing: CompetitorRank | null }

/** `significant`: whether the 95 % interval of the lead over the window's prompts leaves out 0. */
export type Turn = { order: Order; significant: boolean; promptIds: string[] }

/**
 * Whether a competitor and the brand changed places: the order is the other way round in two consecutive windows, by a
 * point or more in each and by more over both than the spread of single answers explains. So neither a gap that comes
 * and goes nor one week turns an order, and an order is told when it turns, never while it lasts.
 */
export const orderStep = (
  market: MoveMarket,
  competitorId: string,
  lead: Lead | null,
  known: CompetitorRank | undefined,
): OrderStep => {
  const order = lead && orderIn(lead.gaps)
  if (!lead || !order) return nothing
  const standing = { competitorId, order, since: market.asOf, panel: market.panel }
  if (known?.order === order)
    return { turn: null, standing: known.panel === market.panel ? null : { ...known, panel: market.panel } }
  // Measured with other names or prompts than before, the past may have been the other way round all along.
  const before = known?.panel === market.panel ? known.order : earlierOrder(market, competitorId)
  if (before === null || before === order) return { turn: null, standing }
  return lead.isBeyondChance ? { turn: { order, ...turnOf(market, competitorId, order) }, standing } : nothing
}

const nothing: OrderStep = { turn: null, standing: null }

/** By how many points the competitor stands above the brand, in the window and the one before, on the pairs in both. */
export type Lead = { gaps: number[]; isBeyondChance: boolean }

/** Null where there are no two windows to compare. */
export const leadOf = ({ brandId, current, previous, weights }: MoveMarket, competitorId: string): Lead | null => {
  const own = trend(current, previous, brandId, { weights })
  const rival = trend(current, previous, competitorId, { weights })
  if (own.current === null || own.previous === null || rival.current === null || rival.previous === null) return null
  const gaps = [rival.current - own.current, rival.previous - own.previous]
  // The mean of two windows has a quarter of the variance that their difference has; the two names' noises add up.
  const noise = [brandId, competitorId].reduce((sum, id) => sum + answerNoise(current, previous, id, weights) / 4, 0)
  const mean = (gaps[0]! + gaps[1]!) / 200
  return { gaps, isBeyondChance: Math.abs(mean) >= NORMAL_95 * Math.sqrt(noise) }
}

const turnOf = ({ brandId, current, weights }: MoveMarket, competitorId: string, order: Order): Omit<Turn, 'order'> => {
  const [rival, own] = [promptMeans(current, competitorId), promptMeans(current, brandId)]
  const leads = changeByPrompt(sharedMeans(rival, own, weights).changes, weights)
  return {
    significant: changeOf(rival, own, weights).significant,
    promptIds: furthestPrompts(leads, order === 'above' ? 1 : -1),
  }
}

/** Of two windows before these, or of one where the other has no answers or no clear order. */
const earlierOrder = ({ brandId, third, fourth, weights }: MoveMarket, competitorId: string): Order | null => {
  const orders = [third, fourth].flatMap((cells) => {
    const [own, rival] = [brandId, competitorId].map((id) => score(cells, id, { weights }))
    const order = own && rival ? orderIn([rival.composite - own.composite]) : null
    return order === null ? [] : [order]
  })
  return orders.every((order) => order === orders[0]) ? (orders[0] ?? null) : null
}

const orderIn = (gaps: readonly number[]): Order | null => {
  if (gaps.every((gap) => gap >= ORDER_GAP - DUST)) return 'above'
  return gaps.every((gap) => gap <= DUST - ORDER_GAP) ? 'below' : null
}

/** Of a standard normal variable 95 % lie within this many standard deviations. */
const NORMAL_95 = 1.959963985

/** The noise of sums. */
const DUST = 1e-9
