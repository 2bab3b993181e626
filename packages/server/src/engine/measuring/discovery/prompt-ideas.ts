import { plain } from '../../reading/names/lexicon.ts'
import { ideaTemplates, type IdeaLanguage, type Intent } from './prompt-templates.ts'

export type PromptIdea = {
  text: string
  /** Null where the question is about names, not about a topic. */
  topic: string | null
  intent: Intent
}

export type IdeaSubject = {
  brand: string
  topics: readonly string[]
  competitors: readonly string[]
  language: IdeaLanguage
  /** ISO 3166 code, for questions that name the market; null: none are made. */
  country: string | null
}

/**
 * Buyers' questions from templates, one round of each template after another, so that a cut at any length keeps the mix;
 * each text once. How often people ask them is not known here, and no number is made up.
 */
export function promptIdeas(subject: IdeaSubject): PromptIdea[] {
  const { language, country } = subject
  const market = country === null ? null : marketName(country, language)
  const rounds = ideaTemplates[language].map(({ intent, text }) => {
    const isTopical = text.includes('{topic}')
    const topics = isTopical ? subject.topics : [null]
    const competitors = text.includes('{competitor}') ? subject.competitors : [null]
    if (text.includes('{country}') && market === null) return []
    return topics.flatMap((topic) =>
      competitors.map((competitor): PromptIdea => ({
        text: fill(text, {
          topic: topic ?? '',
          competitor: competitor ?? '',
          brand: subject.brand,
          country: market ?? '',
        }),
        topic,
        intent,
      })),
    )
  })
  return withoutTwins(interleave(rounds))
}

/** Two questions are one when only letter case, accents, spaces or marks differ. */
export const questionKey = (text: string): string =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')

/** The first of every round, then the second of every round … */
function interleave(rounds: PromptIdea[][]): PromptIdea[] {
  const longest = Math.max(0, ...rounds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => rounds.flatMap((round) => round[at] ?? [])).flat()
}

/** The first of those that ask the same. */
export function withoutTwins(ideas: PromptIdea[]): PromptIdea[] {
  const seen = new Set<string>()
  return ideas.filter(({ text }) => {
    const key = questionKey(text)
    return !seen.has(key) && seen.add(key)
  })
}

function fill(template: string, values: Record<string, string>): string {
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** As the language calls it; the code itself for one that is none. */
const marketName = (country: string, language: IdeaLanguage): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
