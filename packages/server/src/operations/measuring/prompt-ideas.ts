import type { Subject, Wanted } from './prompts-by-model.ts'
import { PROMPT_MAX_LENGTH } from '@sightline/sdk'
import {
  promptIdeas,
  questionKey,
  withoutTwins,
  type PromptIdea,
} from '../../engine/measuring/discovery/prompt-ideas.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import { activePrompts } from '../../store/measuring/prompts.ts'
import type { Handlers } from '../dispatcher.ts'
import { promptsByModel } from './prompts-by-model.ts'
import { brandedTexts } from './prompts.ts'
import { organizationOf, requireBrand } from '../tenant.ts'

type PromptIdeaHandlers = Pick<Handlers, 'suggestPrompts'>

/** Of the active prompts' own topics and of the competitors: more would only repeat the templates. */
const TOPICS_USED = 5
const COMPETITORS_USED = 10

export const promptIdeaHandlers: PromptIdeaHandlers = {
  suggestPrompts: async (context, { params, body }) => {
    const organizationId = organizationOf(context)
    const brand = await requireBrand(context, params.id)
    const [prompts, competitors] = await Promise.all([
      activePrompts(context.db, organizationId, brand.id),
      listCompetitors(context.db, organizationId, brand.id, { limit: COMPETITORS_USED, after: null }),
    ])
    const topics = body.topics ?? frequentTopics(prompts.flatMap(({ topic }) => topic ?? []))
    const present = new Map(prompts.map(({ id, text }) => [questionKey(text), id]))
    const { language, country, source } = body
    const subject: Subject = {
      brand,
      topics: [...new Set(topics)],
      competitors: competitors.slice(0, COMPETITORS_USED).map(({ name }) => name),
      present: prompts.map(({ text }) => text),
    }
    const ideas = source === 'model' ? await promptsByModel(context, subject, body) : fromTemplates(subject, body)
    const told = withoutTwins(ideas)
      .filter(({ text }) => text.length <= PROMPT_MAX_LENGTH)
      .slice(0, body.limit)
    const branded = await brandedTexts(
      context,
      brand,
      told.map(({ text }) => text),
    )
    const data = told.map((idea) => ({
      ...idea,
      source: source === 'model' ? ('model' as const) : ('template' as const),
      country,
      language,
      branded: branded.has(idea.text),
      duplicateOf: present.get(questionKey(idea.text)) ?? null,
    }))
    return { data, topics: subject.topics }
  },
}

const fromTemplates = ({ brand, topics, competitors }: Subject, { language, country }: Wanted): PromptIdea[] =>
  promptIdeas({ brand: brand.name, topics, competitors, language, country })

/** Most frequent first, then by text. */
function frequentTopics(topics: string[]): string[] {
  return [...Map.groupBy(topics, (topic) => topic)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, TOPICS_USED)
    .map(([topic]) => topic)
}
