import type { MarketBrand } from './brands.ts'
import type { BrandOdds } from './latent.ts'
import { hashText, mix, uniform } from './random.ts'

export const forms = ['numbered', 'bullets', 'headings', 'table', 'prose'] as const
export type Form = (typeof forms)[number]

/** Shares of the answers' forms, independent of who is named. In all but `prose` a brand's place is its ordinal. */
export const formShares: Readonly<Record<Form, number>> = {
  numbered: 0.28,
  bullets: 0.2,
  headings: 0.12,
  table: 0.1,
  prose: 0.3,
}

/** Share of the answers to unbranded prompts that say they found nothing and name nobody. */
export const silentShare = 0.02

/** What one answer says, before it is put into words. */
export type Draw = {
  /** Seeds everything else about this answer. */
  seed: number
  form: Form
  /** Named brands in the order of their first mention. */
  ranked: MarketBrand[]
  /** The brand of the prompt about which the answer says it found nothing; then `ranked` is empty. */
  absent: MarketBrand | null
  /** The answer says it found nothing at all. */
  isSilent: boolean
}

/** `subject`: the first brand that the prompt names. All is decided by `seed` and the standings. */
export const draw = (standings: readonly BrandOdds[], subject: MarketBrand | null, seed: number): Draw => {
  const form = pickForm(uniform(mix(seed, 1)))
  const nobody = { seed, form, ranked: [] }
  if (subject === null && uniform(mix(seed, 2)) < silentShare) return { ...nobody, absent: null, isSilent: true }
  const named: { brand: MarketBrand; rings: number }[] = []
  for (const { brand, probability, rate } of standings) {
    // Each brand has its own stream of chance: adding a brand does not change who else is named.
    const own = mix(seed, brand.hash)
    if (uniform(mix(own, 3)) < probability) named.push({ brand, rings: -Math.log(uniform(mix(own, 4))) / rate })
    else if (brand === subject) return { ...nobody, absent: subject, isSilent: false }
  }
  named.sort((left, right) => left.rings - right.rings)
  return { seed, form, ranked: named.map(({ brand }) => brand), absent: null, isSilent: false }
}

const pickForm = (chance: number): Form => {
  let sum = 0
  for (const form of forms) {
    sum += formShares[form]
    if (chance < sum) return form
  }
  return 'prose'
}

/**
 * Google shows an AI Overview for some prompts only: 15 % of the prompts never get one, the others in 80–100 % of the
 * searches.
 */
export const overviewShare = (seed: number, prompt: string): number => {
  const chance = uniform(mix(mix(seed, 0x0a10), hashText(prompt)))
  return chance < 0.15 ? 0 : 0.8 + (0.2 * (chance - 0.15)) / 0.85
}
