import { defaultBrands, defaultPrompts, makeBrand } from './brands.ts'
import type { BrandInput, MarketBrand } from './brands.ts'
import { anything, projectManagement } from './category.ts'
import type { Category } from './category.ts'
import { dayNumber } from './days.ts'
import type { Day } from './days.ts'
import { draw, overviewShare } from './draw.ts'
import type { Draw } from './draw.ts'
import { createLatent } from './latent.ts'
import type { Intervention, ModelChange, Question, BrandOdds } from './latent.ts'
import { labPlatforms } from './platforms.ts'
import type { LabPlatform } from './platforms.ts'
import { hashText, mix, uniform } from './random.ts'
import { expectedMentions, expectedValue } from './truth.ts'

export type MarketOptions = {
  /** The same seed, script and question give the same answer, byte for byte. */
  seed: number
  category?: Category
  brands?: readonly BrandInput[]
  prompts?: readonly string[]
  platforms?: readonly LabPlatform[]
}

export type TruthQuery = {
  /** Default: the mean over the market's platforms, with equal weights. */
  platform?: LabPlatform
  /** Default: the market's prompts. */
  prompts?: readonly string[]
  /** One day, or several: then their mean. */
  days: Day | readonly Day[]
  /** Names the observer knows (tracked or discovered); default: all brands of the market. */
  known?: readonly string[]
}

/** A simulated market. Everything in it is invented; what it says about itself by `truth` is exact. */
export type Market = {
  readonly seed: number
  readonly category: Category
  readonly prompts: readonly string[]
  readonly platforms: readonly LabPlatform[]
  readonly brands: readonly MarketBrand[]
  /** Takes a brand in at run time, such as the one a user has just named; a known name is left as it is. */
  addBrand: (brand: BrandInput) => MarketBrand
  /** Makes a prompt known, so that it is recognised inside longer texts (adapters may add the locale in words). */
  addPrompt: (prompt: string) => void
  intervene: (intervention: Intervention) => void
  changeModel: (change: ModelChange) => void
  /** The model name in force, null when nobody has set one, and its generation, counted from 1. */
  model: (platform: LabPlatform, day: Day) => { name: string | null; generation: number }
  /** Every brand's probability and rate. */
  standings: (question: Question) => BrandOdds[]
  /** What the `sample`-th answer of that day says. */
  draw: (question: Question, sample: number) => Draw
  /** Whether the platform shows an AI answer at all (only `google-aio` ever does not). */
  isTriggered: (question: Question, sample: number) => boolean
  /** True expected answer value, 0 to 1 (a score is 100 times that); NaN where no answer is ever shown. Formula: truth.ts. */
  truth: (brandName: string, query: TruthQuery) => number
  /** True share of answers that recommend the brand, 0 to 1. */
  mentionRate: (brandName: string, query: TruthQuery) => number
  /** The words for a prompt: the market's, or general ones for a prompt about something else. */
  categoryOf: (prompt: string) => Category
}

export const createMarket = (options: MarketOptions): Market => {
  const { seed, category = projectManagement, platforms = labPlatforms } = options
  const brands = (options.brands ?? defaultBrands).map((brand) => makeBrand(seed, brand))
  const prompts = createPrompts(options.prompts ?? defaultPrompts)
  const latent = createLatent(seed)

  const find = (name: string): MarketBrand | undefined => brands.find((brand) => sameName(brand.name, name))
  const named = (prompt: string): MarketBrand[] => {
    const lower = prompt.toLowerCase()
    return brands.filter(({ name, aliases }) => [name, ...aliases].some((text) => containsName(lower, text)))
  }
  const standings = (question: Question): BrandOdds[] => {
    const asked = { ...question, prompt: prompts.key(question.prompt) }
    const inPrompt = named(asked.prompt)
    // Beyond ten brands an answer cannot name everybody: all become a little rarer.
    const crowd = Math.max(0, Math.log(brands.length / 10))
    return brands.map((brand) => {
      const logOdds = latent.logOdds(brand, asked, inPrompt.includes(brand)) - crowd
      return { brand, probability: 1 / (1 + Math.exp(-logOdds)), rate: Math.exp(0.9 * logOdds) }
    })
  }
  const subject = (prompt: string): MarketBrand | null => named(prompts.key(prompt))[0] ?? null
  const average = (query: TruthQuery, value: (question: Question) => number): number =>
    mean(
      (query.platform === undefined ? platforms : [query.platform]).map((platform) =>
        mean(
          (query.prompts ?? prompts.all).map((prompt) =>
            platform === 'google-aio' && overviewShare(seed, prompts.key(prompt)) === 0
              ? Number.NaN
              : mean([query.days].flat().map((day) => value({ prompt, platform, day }))),
          ),
        ),
      ),
    )

  return {
    seed,
    category,
    platforms,
    brands,
    prompts: prompts.all,
    standings,
    addPrompt: prompts.add,
    addBrand: (input) => {
      const known = find(input.name)
      if (known !== undefined) return known
      const brand = makeBrand(seed, input)
      brands.push(brand)
      return brand
    },
    intervene: (intervention) => {
      if (find(intervention.brand) === undefined) throw new RangeError(`No such brand: ${intervention.brand}`)
      latent.intervene(intervention, prompts.key)
    },
    changeModel: latent.changeModel,
    model: latent.model,
    draw: (question, sample) =>
      draw(
        standings(question),
        subject(question.prompt),
        answerSeed(seed, question, prompts.key(question.prompt), sample),
      ),
    isTriggered: (question, sample) => {
      if (question.platform !== 'google-aio') return true
      const key = prompts.key(question.prompt)
      return uniform(mix(answerSeed(seed, question, key, sample), 5)) < overviewShare(seed, key)
    },
    truth: (brandName, query) => {
      const brand = find(brandName)
      if (brand === undefined) return 0
      const isKnown = (other: MarketBrand): boolean => query.known?.some((name) => sameName(name, other.name)) ?? true
      return average(query, (question) => expectedValue(standings(question), subject(question.prompt), brand, isKnown))
    },
    mentionRate: (brandName, query) => {
      const brand = find(brandName)
      if (brand === undefined) return 0
      return average(query, (question) => expectedMentions(standings(question), subject(question.prompt), brand))
    },
    categoryOf: (prompt) => {
      const lower = prompt.toLowerCase()
      return category.words.some((word) => lower.includes(word)) ? category : anything
    },
  }
}

/** Which prompt a text is. A known prompt is recognised inside a longer text; any other text is its own prompt. */
const createPrompts = (
  known: readonly string[],
): { all: string[]; add: (prompt: string) => void; key: (text: string) => string } => {
  const all: string[] = []
  const keys = new Map<string, string>()
  const add = (prompt: string): void => {
    if (keys.get(prompt) === prompt && all.includes(prompt)) return
    all.push(prompt)
    keys.clear()
  }
  for (const prompt of known) add(prompt)
  const key = (text: string): string => {
    const remembered = keys.get(text)
    if (remembered !== undefined) return remembered
    const lines = text.split('\n').map((line) => line.trim())
    // An adapter may add a line with the locale, or a sentence after the question mark.
    const inside = all.filter((prompt) => lines.includes(prompt) || (/[?!.]$/.test(prompt) && text.includes(prompt)))
    const longest = inside.toSorted((left, right) => right.length - left.length)[0]
    const found = longest ?? text.trim().replaceAll(/\s+/g, ' ')
    if (keys.size > 20_000) keys.clear()
    keys.set(text, found)
    return found
  }
  return { all, add, key }
}

const answerSeed = (seed: number, { platform, day }: Question, key: string, sample: number): number =>
  mix(mix(mix(mix(seed, dayNumber(day)), hashText(platform)), hashText(key)), sample)

const sameName = (left: string, right: string): boolean =>
  left.normalize('NFC').toLowerCase() === right.normalize('NFC').toLowerCase()

const containsName = (lowerText: string, name: string): boolean => {
  const lower = name.toLowerCase()
  const isWordPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  let at = lower === '' ? -1 : lowerText.indexOf(lower)
  while (at !== -1) {
    if (!isWordPart(lowerText[at - 1]) && !isWordPart(lowerText[at + lower.length])) return true
    at = lowerText.indexOf(lower, at + 1)
  }
  return false
}

/** Leaves out what has no value. */
const mean = (values: readonly number[]): number => {
  const real = values.filter((value) => !Number.isNaN(value))
  return real.reduce((sum, value) => sum + value, 0) / real.length
}
