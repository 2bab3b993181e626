import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import type { AskedPrompt } from '../market.ts'
import { answersOf, type Situation } from '../situation.ts'
import { counted, during, namesOf } from '../words.ts'
import { lagIn } from './lag.ts'
import { behind } from './platform-lag.ts'

const MIN_PROMPTS = 3
const MIN_ANSWERS = 20

/** Markets and languages in which the brand stands further behind its rivals than elsewhere. */
export const findLocaleGaps: Detector = (situation) => {
  const locales = new Map(situation.prompts.flatMap((prompt) => (isLocal(prompt) ? [[localeOf(prompt), prompt]] : [])))
  return [...locales].flatMap(([locale, prompt]) => adviceOn(situation, locale, prompt) ?? [])
}

type Locale = Pick<AskedPrompt, 'country' | 'language'>

const isLocal = ({ country, language }: Locale): boolean => country !== null || language !== null

/** "de-DE", "de", "DE"; empty for none. */
const localeOf = ({ country, language }: Locale): string =>
  [language, country].filter((part) => part !== null).join('-')

function adviceOn(situation: Situation, locale: string, prompt: Locale): Advice | undefined {
  const isThere = ({ promptId }: { promptId: string }): boolean => localeOf(situation.prompt(promptId)) === locale
  const part = situation.measured.filter(isThere)
  const rest = situation.measured.filter((cell) => !isThere(cell))
  const lag = lagIn(situation, part, rest, { minPrompts: MIN_PROMPTS, minAnswers: MIN_ANSWERS })
  if (!lag) return undefined
  const { brand } = situation
  const answers = answersOf(part)
  const prompts = new Set(part.map(({ promptId }) => promptId)).size
  return {
    kind: 'locale_gap',
    subject: locale,
    title: `Be present in ${wordsOf(prompt)}`,
    summary: `${during(situation)}, in ${counted(answers, 'answer')} to ${counted(prompts, 'question')} asked in ${wordsOf(prompt)}, ${brand.name} stood ${Math.round(-lag.lead)} points behind the median of ${namesOf(situation, lag.havers)}; elsewhere it was ${behind(lag.leadElsewhere)}. Publish pages made for this market, in its language and with its prices and customers, and ask its own sources to consider ${brand.name}.`,
    effort: kindsOfAdvice.locale_gap.effort,
    cells: part.map(({ promptId, platform }) => ({ promptId, platform, reach: 1 })),
    havers: lag.havers,
    lacks: 'presence',
    answers,
    evidence: noEvidence,
    shownBy: rivalsOnly,
  }
}

/** "German (Germany)", as far as it is told. */
function wordsOf({ country, language }: Locale): string {
  const languageName = language === null ? null : (nameOf('language', language) ?? language)
  const countryName = country === null ? null : (nameOf('region', country) ?? country)
  if (languageName === null) return countryName ?? ''
  return countryName === null ? languageName : `${languageName} (${countryName})`
}

const nameOf = (type: 'language' | 'region', code: string): string | undefined =>
  new Intl.DisplayNames('en', { type }).of(code)
