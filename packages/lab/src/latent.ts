import type { MarketBrand } from './brands.ts'
import { dayNumber } from './days.ts'
import type { Day } from './days.ts'
import type { LabPlatform } from './platforms.ts'
import { hashText, mix, normal } from './random.ts'

export type Question = { prompt: string; platform: LabPlatform; day: Day }

/** How one brand stands in the answers to one question on one day. */
export type BrandOdds = {
  brand: MarketBrand
  /** That an answer names it. Brands are named independently of one another. */
  probability: number
  /** The rate of its exponential clock: named brands stand in the order in which their clocks ring (Plackett and Luce). */
  rate: number
}

export type Intervention = {
  fromDay: Day
  /** The last day; default: for ever. */
  untilDay?: Day
  brand: string
  /** Default: all. */
  platform?: LabPlatform
  /** Default: all. */
  prompts?: readonly string[]
  /** Added to the brand's log-odds: +1 takes a brand from 50 % to 73 % of the answers. */
  effect: number
  /** Grows in a straight line over so many days; default 0: at once. */
  rampDays?: number
}

export type ModelChange = {
  platform: LabPlatform
  fromDay: Day
  /** The name the platform's answers carry from that day on; default: the asked model with the next generation number. */
  model?: string
  /** Added to the log-odds of every brand: the platform names more or fewer brands than before. */
  shift?: number
}

type Planned = {
  first: number
  last: number
  brandHash: number
  platform: LabPlatform | null
  prompts: Set<string> | null
  effect: number
  rampDays: number
}

/** What never is seen directly: every brand's log-odds, from the seed, the script and the texts alone. */
export type Latent = {
  intervene: (intervention: Intervention, promptKey: (text: string) => string) => void
  changeModel: (change: ModelChange) => void
  model: (platform: LabPlatform, day: Day) => { name: string | null; generation: number }
  logOdds: (brand: MarketBrand, question: Question, named: boolean) => number
}

/** Standard deviations, in log-odds. */
const spread = { prompt: 0.8, platform: 0.45, week: 0.22, day: 0.12 }
/** A brand that the prompt names is nearly always named in the answer. */
const namedInPrompt = 3

export const createLatent = (seed: number): Latent => {
  const planned: Planned[] = []
  const changes: (ModelChange & { first: number })[] = []
  const salt = (part: string): number => mix(seed, hashText(part))
  const salts = { prompt: salt('prompt'), platform: salt('platform'), week: salt('week'), day: salt('day') }

  const changesUntil = (platform: LabPlatform, day: number): typeof changes =>
    changes.filter((change) => change.platform === platform && change.first <= day)

  const platformEffect = (brand: MarketBrand, platform: LabPlatform, day: number): number => {
    const past = changesUntil(platform, day)
    const generation = mix(mix(salts.platform, hashText(platform)), past.length)
    const shift = past.reduce((sum, change) => sum + (change.shift ?? 0), 0)
    return shift + spread.platform * normal(mix(generation, brand.hash))
  }

  /** A random value per week, joined by a smooth curve. */
  const slowChange = (brand: MarketBrand, day: number): number => {
    const week = Math.floor(day / 7)
    const along = day / 7 - week
    const smooth = along * along * (3 - 2 * along)
    const knot = (at: number): number => normal(mix(mix(salts.week, brand.hash), at))
    return spread.week * (knot(week) * (1 - smooth) + knot(week + 1) * smooth)
  }

  const scripted = (brand: MarketBrand, { prompt, platform }: Question, day: number): number =>
    planned.reduce((sum, plan) => {
      if (plan.brandHash !== brand.hash || day < plan.first || day > plan.last) return sum
      if (plan.platform !== null && plan.platform !== platform) return sum
      if (plan.prompts !== null && !plan.prompts.has(prompt)) return sum
      return sum + plan.effect * (plan.rampDays > 0 ? Math.min(1, (day - plan.first) / plan.rampDays) : 1)
    }, 0)

  return {
    intervene: (intervention, promptKey) => {
      planned.push({
        first: dayNumber(intervention.fromDay),
        last: intervention.untilDay === undefined ? Infinity : dayNumber(intervention.untilDay),
        brandHash: hashText(intervention.brand.normalize('NFC').toLowerCase()),
        platform: intervention.platform ?? null,
        prompts: intervention.prompts === undefined ? null : new Set(intervention.prompts.map(promptKey)),
        effect: intervention.effect,
        rampDays: intervention.rampDays ?? 0,
      })
    },
    changeModel: (change) => {
      changes.push({ ...change, first: dayNumber(change.fromDay) })
      changes.sort((left, right) => left.first - right.first)
    },
    model: (platform, day) => {
      const past = changesUntil(platform, dayNumber(day))
      return { name: past.at(-1)?.model ?? null, generation: past.length + 1 }
    },
    logOdds: (brand, question, named) => {
      const day = dayNumber(question.day)
      const daily = mix(mix(mix(salts.day, day), hashText(question.platform)), brand.hash)
      return (
        brand.strength +
        spread.prompt * normal(mix(mix(salts.prompt, hashText(question.prompt)), brand.hash)) +
        platformEffect(brand, question.platform, day) +
        slowChange(brand, day) +
        spread.day * normal(daily) +
        scripted(brand, question, day) +
        (named ? namedInPrompt : 0)
      )
    },
  }
}
