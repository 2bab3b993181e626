export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'es', label: 'Spanish' },
] as const
export type Market = { topics: string; language: (typeof languages)[number]['value']; country: string }

const place = (brandId: string): string => `sightline.market.${brandId}`
const NOTHING: Market = { topics: '', language: 'en', country: '' }

/** What was typed in this browser: the next step asks for it, and a reload must not lose it. */
export function keptMarket(brandId: string): Market {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(brandId)) ?? '{}')
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

export function keepMarket(brandId: string, market: Market): void {
  try {
    sessionStorage.setItem(place(brandId), JSON.stringify(market))
  } catch {
    // It is asked for again then.
  }
}
