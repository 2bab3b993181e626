import { PROMPT_MAX_LENGTH } from '@sightline/sdk'
import { promptIdeas, questionKey } from '../engine/discovery/prompt-ideas.ts'
import { listCompetitors } from '../store/competitors.ts'
import { activePrompts } from '../store/prompts.ts'
import type { Handlers } from './handle.ts'
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
    const { language, country } = body
    const ideas = promptIdeas({
      brand: brand.name,
      topics: [...new Set(topics)],
      competitors: competitors.slice(0, COMPETITORS_USED).map(({ name }) => name),
      language,
      country,
    })
    const data = ideas
      .filter(({ text }) => text.length <= PROMPT_MAX_LENGTH)
      .slice(0, body.limit)
      .map((idea) => ({
        ...idea,
        country,
        language,
        branded: isBranded(idea.text),
        duplicateOf: present.get(questionKey(idea.text)) ?? null,
      }))
    return { data, topics: [...new Set(topics)] }
  },
}

/** Most frequent first, then by text. */
function frequentTopics(topics: string[]): string[] {
  return [...Map.groupBy(topics, (topic) => topic)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, TOPICS_USED)
    .map(([topic]) => topic)
}
