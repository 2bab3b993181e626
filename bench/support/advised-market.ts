import { composeAnswers, createMarket, type HistoricAnswer, type LabPlatform, type Market as Lab } from '@sightline/lab'
import { countCells, type Cell, type ObservedEntity } from '../../packages/server/src/engine/scoring/cells.ts'
import { addDays } from '../../packages/server/src/engine/scoring/windows.ts'
import type { AskedPrompt, Market } from '../../packages/server/src/engine/advising/recommending/market.ts'
import { seededChance } from './chance.ts'

/** A simulated market with a brand that has something to gain, and what the product would know of it. */
export type AdvisedMarket = {
  setting: Setting
  /** The same market again, so that each advice is followed in a world of its own. */
  again(): Lab
  platforms: LabPlatform[]
  market: Market
}
export type Setting = { seed: number; prompts: number; platforms: number; repeats: number }

/** Last day of the window that advice is drawn from; what is advised is done on the day after. */
export const LAST_DAY = '2026-03-29'
const WINDOW = 28
const BRAND = 'Fernhold'
const RIVALS = ['Quorvane', 'Taskmoor', 'Brindle Board', 'Zephlane', 'Holtgrid']
const TOPICS = ['planning', 'boards', 'reporting', null]
const ALL: LabPlatform[] = ['chatgpt', 'perplexity', 'claude', 'grok', 'gemini', 'mistral', 'copilot', 'deepseek']

export function adviseIn(setting: Setting): AdvisedMarket {
  const platforms = ALL.slice(0, setting.platforms)
  const prompts = askedPrompts(setting.prompts)
  const again = (): Lab => makeLab(setting, platforms, prompts)
  const lab = again()
  const from = addDays(LAST_DAY, 1 - WINDOW)
  const previousFrom = addDays(from, -WINDOW)
  const answers = [...composeAnswers(lab, { from: previousFrom, to: LAST_DAY, platforms, repeats: setting.repeats })]
  const cellsOf = (isMeant: (answer: HistoricAnswer) => boolean): Cell[] => cellsOfAnswers(lab, answers.filter(isMeant))
  return {
    setting,
    again,
    platforms,
    market: {
      brand: { id: BRAND, name: BRAND },
      rivals: RIVALS.map((name) => ({ id: name, name })),
      prompts,
      weights: {},
      window: '28d',
      days: { from, to: LAST_DAY },
      cells: cellsOf(({ day }) => day >= from),
      previousCells: cellsOf(({ day }) => day < from),
      ...sourcesOf(lab, answers, from),
      criticism: [],
      findings: [],
      ownPages: [],
      known: new Set(),
    },
  }
}

/** The cells of the days after, all of them: weights depend on how many prompts a platform answers. */
export function cellsAfter(lab: Lab, { platforms, setting, market }: AdvisedMarket): Cell[] {
  const observations = []
  for (let day = 2; day <= WINDOW + 1; day++)
    for (const { text } of market.prompts)
      for (const platform of platforms)
        for (let sample = 0; sample < setting.repeats; sample++)
          observations.push({
            promptId: text,
            platform,
            outcome: 'ok' as const,
            entities: entitiesOf(
              lab.draw({ prompt: text, platform, day: addDays(LAST_DAY, day) }, sample).ranked.map(({ name }) => name),
            ),
          })
  return countCells(observations)
}

function makeLab({ seed }: Setting, platforms: LabPlatform[], prompts: readonly AskedPrompt[]): Lab {
  const chance = seededChance(seed)
  const lab = createMarket({ seed, prompts: prompts.map(({ text }) => text), platforms })
  const shift = (effect: number, more: { platform?: LabPlatform; prompts?: string[]; fromDay?: string } = {}): void =>
    lab.intervene({ fromDay: '2025-01-01', brand: BRAND, effect, ...more })
  shift(2 * chance() - 1.6)
  const textsOf = (isMeant: (prompt: AskedPrompt) => boolean): string[] =>
    prompts.filter(isMeant).map(({ text }) => text)
  // Half of the markets each have a platform, a topic and a language in which the brand is weak, or fell a month ago.
  if (chance() < 0.5) shift(-1.5, { platform: platforms[Math.floor(chance() * platforms.length)]! })
  if (chance() < 0.5) shift(-1.5, { prompts: textsOf(({ topic }) => topic === 'boards') })
  if (chance() < 0.5) shift(-1.5, { prompts: textsOf(({ language }) => language === 'de') })
  if (chance() < 0.25) shift(-2, { fromDay: addDays(LAST_DAY, 1 - WINDOW) })
  return lab
}

function askedPrompts(count: number): AskedPrompt[] {
  return Array.from({ length: count }, (_, index) => ({
    id: textOf(index),
    text: textOf(index),
    topic: TOPICS[index % TOPICS.length] ?? null,
    country: index % 5 === 0 ? 'DE' : null,
    language: index % 5 === 0 ? 'de' : null,
  }))
}

const textOf = (index: number): string => `What is the best project planning tool for a team of kind ${index + 1}?`

function cellsOfAnswers(lab: Lab, answers: readonly HistoricAnswer[]): Cell[] {
  return countCells(
    answers.map((answer) => ({
      promptId: answer.prompt,
      platform: answer.platform,
      outcome: answer.outcome === 'ok' ? 'ok' : 'notTriggered',
      entities: entitiesOf(namesIn(lab, answer)),
    })),
  )
}

/** As the lab drew them: whether detection finds them is measured elsewhere. */
const namesIn = (lab: Lab, { prompt, platform, day, sample }: HistoricAnswer): string[] =>
  lab.draw({ prompt, platform, day }, sample).ranked.map(({ name }) => name)

const entitiesOf = (names: readonly string[]): ObservedEntity[] =>
  names.map((entityId, index) => ({
    entityId,
    isNamed: true,
    isAcknowledgedAbsent: false,
    place: index + 1,
    isListed: true,
    isCited: false,
    sentiment: 'neutral',
  }))

/** Sites, own pages and searches as the store counts them. */
function sourcesOf(
  lab: Lab,
  answers: readonly HistoricAnswer[],
  from: string,
): Pick<Market, 'sources' | 'entityPages' | 'searches'> {
  const ownerOf = new Map(lab.brands.map(({ domain, name }) => [domain, name]))
  const sources = new Map<
    string,
    { -readonly [Key in keyof Market['sources'][number]]: Market['sources'][number][Key] }
  >()
  const pages = new Map<string, { entityId: string; promptId: string; platform: string; answers: number }>()
  const searches = new Map<
    string,
    { promptId: string; platform: string; search: string; answers: number; told: number }
  >()
  const told = new Map<string, number>()
  for (const answer of answers) {
    const { prompt: promptId, platform } = answer
    const isPrevious = answer.day < from
    const names = new Set(namesIn(lab, answer))
    const rivals = RIVALS.filter((name) => names.has(name))
    const hosts = new Set(
      [...answer.citations, ...answer.listed].map(({ url }) => new URL(url).hostname.replace(/^www\./, '')),
    )
    for (const site of hosts) {
      const owner = ownerOf.get(site)
      if (owner !== undefined && !isPrevious) {
        const key = `${owner} ${promptId} ${platform}`
        const page = pages.get(key) ?? { entityId: owner, promptId, platform, answers: 0 }
        page.answers += 1
        pages.set(key, page)
      }
      if (owner !== undefined && owner !== BRAND) continue
      const key = JSON.stringify([site, promptId, platform, isPrevious])
      const source = sources.get(key) ?? {
        site,
        owner: owner === undefined ? ('third_party' as const) : ('own' as const),
        isPrevious,
        promptId,
        platform,
        answers: 0,
        withBrand: 0,
        rivalsOnly: 0,
        rivals: {},
      }
      source.answers += 1
      if (names.has(BRAND)) source.withBrand += 1
      else if (rivals.length > 0) source.rivalsOnly += 1
      source.rivals = {
        ...source.rivals,
        ...Object.fromEntries(rivals.map((name) => [name, (source.rivals[name] ?? 0) + 1])),
      }
      sources.set(key, source)
    }
    if (isPrevious || !answer.searches) continue
    told.set(`${promptId} ${platform}`, (told.get(`${promptId} ${platform}`) ?? 0) + 1)
    for (const search of answer.searches) {
      const key = JSON.stringify([promptId, platform, search])
      const count = searches.get(key) ?? { promptId, platform, search, answers: 0, told: 0 }
      count.answers += 1
      searches.set(key, count)
    }
  }
  return {
    sources: [...sources.values()],
    entityPages: [...pages.values()],
    searches: [...searches.values()].map((count) => ({
      ...count,
      told: told.get(`${count.promptId} ${count.platform}`) ?? 0,
    })),
  }
}
