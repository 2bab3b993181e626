import { PROMPT_MAX_LENGTH, type Brand, type InputOf, type Operations } from '@sightline/sdk'
import { promptIdeas, questionKey, withoutTwins, type PromptIdea } from '../engine/discovery/prompt-ideas.ts'
import { listCompetitors } from '../store/competitors.ts'
import { activePrompts } from '../store/prompts.ts'
import type { Handlers } from './handle.ts'
import { promptsByModel } from './prompts-by-model.ts'
import { brandedTest } from './prompts.ts'
import { organizationOf, requireBrand } from './tenant.ts'

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
    const isBranded = brandedTest(brand)
    const { language, country, source } = body
    const subject: Subject = {
      brand,
      topics: [...new Set(topics)],
      competitors: competitors.slice(0, COMPETITORS_USED).map(({ name }) => name),
      present: prompts.map(({ text }) => text),
    }
    const ideas = source === 'model' ? await promptsByModel(context, subject, body) : fromTemplates(subject, body)
    const data = withoutTwins(ideas)
      .filter(({ text }) => text.length <= PROMPT_MAX_LENGTH)
      .slice(0, body.limit)
      .map((idea) => ({
        ...idea,
        source: source === 'model' ? ('model' as const) : ('template' as const),
        country,
        language,
        branded: isBranded(idea.text),
        duplicateOf: present.get(questionKey(idea.text)) ?? null,
      }))
    return { data, topics: subject.topics }
  },
}

/** What the questions are to be about. */
export type Subject = { brand: Brand; topics: string[]; competitors: string[]; present: string[] }
export type Wanted = InputOf<Operations['suggestPrompts']>['body']

const fromTemplates = ({ brand, topics, competitors }: Subject, { language, country }: Wanted): PromptIdea[] =>
  promptIdeas({ brand: brand.name, topics, competitors, language, country })

/** Most frequent first, then by text. */
function frequentTopics(topics: string[]): string[] {
  return [...Map.groupBy(topics, (topic) => topic)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, TOPICS_USED)
    .map(([topic]) => topic)
}
