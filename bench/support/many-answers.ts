import type { MeasuredBrand } from './opened.ts'

const BRANDS = 20
const PROMPTS = 20
const DAYS = 90
/** As the first migration makes them. */
const INDEXES = [
  ['observation_of_day', '(organization_id, brand_id, day, platform, prompt_id)'],
  ['observation_newest', '(organization_id, brand_id, answer_id)'],
  ['observation_of_run', '(organization_id, run_id)'],
]

/**
 * Statements that put answers with all that is kept of them beside the brand's own: over 20 brands of the organization
 * (the measured one is one of them), 20 prompts of each, 9 platforms and 90 days. The texts are short, because a score read
 * does not look at them; the rows, keys and indexes are whole.
 */
export function manyAnswers({ tenant, brandId }: MeasuredBrand, answers: number): string[] {
  const organization = `'${tenant.organizationId}'`
  const numbered = (prefix: string, number: string): string => `'${prefix}_0' || lpad((${number})::text, 25, '0')`
  const brand = `case brand when 0 then '${brandId}' else ${numbered('brd', 'brand')} end`
  const platform = `(array['chatgpt', 'claude', 'copilot', 'deepseek', 'google-ai-mode', 'google-aio', 'grok', 'mistral', 'perplexity'])[number % 9 + 1]`
  const day = `current_date - 1 - (number / ${BRANDS * PROMPTS * 9}) % ${DAYS}`
  const places = `select number, number % ${BRANDS} as brand, number / ${BRANDS} % ${PROMPTS} as prompt from generate_series(0, ${answers - 1}) as number`
  const prompt = numbered('prm', `brand * 1000 + prompt`)
  const entity = `'{"entityId": "${brandId}", "isNamed": true, "isAcknowledgedAbsent": false, "place": 1, "isListed": true, "isCited": false, "sentiment": null}'`
  const counted = `'{"named": 1, "acknowledgedAbsent": 0, "places": [1], "placeSum": 1, "listed": 1, "cited": 0, "sentiment": {"positive": 0, "neutral": 0, "negative": 0, "mixed": 0}}'::jsonb`
  return [
    // An index is built faster than it is kept while rows come in.
    ...INDEXES.map(([name]) => `drop index ${name}`),
    // The foreign keys hold by construction; looking each of them up would take most of the time.
    `set session_replication_role = replica`,
    `insert into brand (organization_id, id, name, aliases, excluded_names, domains, case_sensitive)
     select ${organization}, ${numbered('brd', 'brand')}, 'Brand ' || brand, '{}', '{}', '{}', false from generate_series(1, ${BRANDS - 1}) as brand`,
    `insert into prompt (organization_id, id, brand_id, text, tags, is_branded)
     select ${organization}, ${prompt}, ${brand}, 'generated ' || prompt, '{}', false
     from generate_series(0, ${BRANDS - 1}) as brand, generate_series(0, ${PROMPTS - 1}) as prompt`,
    `insert into answer (organization_id, id, brand_id, run_id, prompt_id, platform, surface, outcome, text, collected_at)
     select ${organization}, ${numbered('ans', 'number')}, ${brand}, 'run_0', ${prompt}, ${platform}, 'simulated', 'ok',
            decode(md5(number::text), 'hex'), ${day} + interval '12 hours' from (${places}) as place`,
    `insert into observation (organization_id, answer_id, brand_id, run_id, prompt_id, platform, day, surface, outcome, named, entities, places, extraction_version)
     select ${organization}, ${numbered('ans', 'number')}, ${brand}, 'run_0', ${prompt}, ${platform}, ${day}, 'simulated', 'ok',
            array['${brandId}'], json_build_array(${entity}::json)::jsonb, '', 1 from (${places}) as place`,
    `insert into rollup (organization_id, brand_id, day, platform, prompt_id, ok, not_triggered, refused, empty, failed, simulated, entities)
     select organization_id, brand_id, day, platform, prompt_id, count(*), 0, 0, 0, 0, count(*), jsonb_build_object('${brandId}', ${counted})
     from observation where run_id = 'run_0' group by 1, 2, 3, 4, 5`,
    `insert into current_score (organization_id, brand_id, time_window, score, relative_trend, computed_at)
     select organization_id, ${numbered('brd', 'brand')}, time_window, score, relative_trend, computed_at
     from current_score, generate_series(1, ${BRANDS - 1}) as brand where brand_id = '${brandId}'`,
    `set session_replication_role = origin`,
    `set maintenance_work_mem = '512MB'`,
    ...INDEXES.map(([name, columns]) => `create index ${name} on observation ${columns}`),
    `vacuum analyze`,
  ]
}
