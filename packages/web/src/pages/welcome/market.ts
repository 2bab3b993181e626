import { keep, readKept } from '../../shell/kept.ts'
import { languages } from '../prompts/words.ts'

export type Market = { topics: string; language: (typeof languages)[number]['value']; country: string }

const place = (brandId: string): string => `sightline.market.${brandId}`
const NOTHING: Market = { topics: '', language: 'en', country: '' }

/** What was typed in this browser: the next step asks for it, and a reload must not lose it. */
export function keptMarket(brandId: string): Market {
  try {
    const kept: unknown = JSON.parse(readKept(place(brandId), 'sessionStorage') ?? '{}')
    const { topics, language, country } = { ...NOTHING, ...(kept as Partial<Record<keyof Market, unknown>>) }
    return {
      topics: String(topics),
      language: languages.find(({ value }) => value === language)?.value ?? 'en',
      country: String(country),
    }
  } catch {
    return NOTHING
  }
}

/** Where nothing is kept it is asked for again. */
export const keepMarket = (brandId: string, market: Market): void =>
  keep(place(brandId), JSON.stringify(market), 'sessionStorage')
