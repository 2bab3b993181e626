import { Client } from 'pg'
import { packText } from '../../packages/server/src/base/db/compression.ts'

/** Whose answers are copied: a brand whose own, imported, were counted and scored. */
export type CopiedBrand = { ownerUrl: string; organizationId: string; brandId: string }

/** `wide`: of many brands in many organizations; the measured brand's own part is the same at every size. `deep`: all of the measured brand. */
export type Shape = 'wide' | 'deep'

/** Brands that lie alike: so many answers a day to each of their prompts on each platform, on consecutive days. */
export type Group = {
  brands: number
  prompts: number
  platforms: number
  repeats: number
  days: number
  isMeasured: boolean
  /** Without texts, sources and mentions: where so many would not fit the disk. */
  isShort: boolean
}

/** As many as the lab's market has. */
const PROMPTS = 8
const PLATFORMS = ['chatgpt', 'claude', 'copilot', 'deepseek', 'google-ai-mode', 'google-aio', 'grok', 'mistral', 'perplexity'] // prettier-ignore
const DAYS_OF_TWO_WINDOWS = 56
const MOST_DAYS = 1_111
const BRANDS_OF_AN_ORGANIZATION = 10
/** A brand of the crowd began in one of so many months. */
const MONTHS_APART = 12
const EMPTY = `\\x${packText('').toString('hex')}`
const NOTHING_FOUND = `\\x${packText('[[],[]]').toString('hex')}`
const TABLES = ['answer', 'observation', 'source_use', 'slot', 'rollup', 'daily_result']

/** How many answers stay there when so many are asked for, and how they lie. */
export function layoutOf(
  shape: Shape,
  answers: number,
  isShort: (group: Pick<Group, 'isMeasured'>) => boolean = () => false,
): { groups: Group[]; answers: number; says: string } {
  const groups = (shape === 'wide' ? wide(answers) : [deep(answers)]).map((group) => ({
    ...group,
    isShort: isShort(group),
  }))
  return { groups, answers: groups.reduce((sum, group) => sum + countOf(group), 0), says: saysOf(shape, groups) }
}

type Layout = Omit<Group, 'isShort'>

function wide(answers: number): Layout[] {
  const own = { brands: 1, prompts: PROMPTS, platforms: 9, repeats: 1, days: DAYS_OF_TWO_WINDOWS, isMeasured: true }
  const other = { brands: 1, prompts: 5, platforms: 4, repeats: 1, days: 50, isMeasured: false }
  return [own, { ...other, brands: Math.max(1, Math.round((answers - countOf(own)) / countOf(other))) }]
}

/** First more days, then, as nobody measures for thirty years, more answers to a question. */
function deep(answers: number): Layout {
  const daily = PROMPTS * PLATFORMS.length
  const days = Math.min(MOST_DAYS, Math.max(1, Math.round(answers / daily)))
  const repeats = Math.max(1, Math.round(answers / daily / days))
  return { brands: 1, prompts: PROMPTS, platforms: PLATFORMS.length, repeats, days, isMeasured: true }
}

const countOf = ({ brands, prompts, platforms, repeats, days }: Layout): number =>
  brands * prompts * platforms * repeats * days

const saysOf = (shape: Shape, groups: Group[]): string =>
  groups
    .map(
      (group) =>
        `${shape === 'deep' || group.isMeasured ? 'the measured brand' : `${group.brands} others`}: ${group.days} days of ${group.prompts} prompts × ${group.platforms} platforms × ${group.repeats}`,
    )
    .join('; ')

/**
 * Fills the tables that an answer leaves its traces in, as days went by: copies of the measured brand's newest answers (their
 * texts, sources and mentions, unless a group is short), with their runs, slots, daily counts and daily results, in parts by
 * month. Then the tables settle: vacuumed, analysed, written down.
 */
export async function storeAnswers(measured: CopiedBrand, groups: Group[]): Promise<void> {
  const [first, ...others] = await Promise.all(Array.from({ length: AT_ONCE }, () => connected(measured.ownerUrl)))
  if (!first) return
  const clients = [first, ...others]
  try {
    const tables = TABLES.map((table) => `'${table}'`).join(', ')
    const { rows: indexes } = await first.query<{ name: string; definition: string }>(
      `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
       where schemaname = 'public' and tablename in (${tables}) and indexname not like '%_pkey'`,
    )
    for (const client of clients)
      // The foreign keys hold by construction; looking each of them up would take most of the time.
      await client.query(`set maintenance_work_mem = '512MB'; set session_replication_role = replica`)
    await first.query(monthsBack(Math.ceil(Math.max(...groups.map(daysBack)) / 28) + 1))
    await first.query(templates(measured))
    // An index is built faster than it is kept while rows come in.
    for (const { name } of indexes) await first.query(`drop index ${name}`)
    for (const group of groups) if (!group.isMeasured) await first.query(crowd(measured, group))
    await inTurn(clients, groups.flatMap((group) => filled(measured, group))) // prettier-ignore
    await inTurn(clients, indexes.map(({ definition }) => definition)) // prettier-ignore
    for (const statement of ['drop schema fill cascade', 'vacuum (analyze)', 'checkpoint']) await first.query(statement)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const AT_ONCE = 2

async function connected(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  return client
}

/** Each statement on the connection that is free first. */
async function inTurn(clients: Client[], statements: string[]): Promise<void> {
  const waiting = [...statements]
  await Promise.all(
    clients.map(async (client) => {
      for (let statement = waiting.shift(); statement; statement = waiting.shift()) await client.query(statement)
    }),
  )
}

const daysBack = ({ days, isMeasured }: Group): number => days + (isMeasured ? 0 : 28 * (MONTHS_APART - 1))

/** Parts for months gone by, as an installation has them that was there then. */
const monthsBack = (months: number): string => `
  do $$
  declare monthly record; part text; month timestamp;
  begin
    for monthly in select * from monthly_tables() where prefix = 'ans' loop
      execute format('alter table %I detach partition months.%I', monthly.name, monthly.name || '_before');
      for back in 1 .. ${months} loop
        month := date_trunc('month', now() at time zone 'UTC') - back * interval '1 month';
        part := format('months.%I', monthly.name || to_char(month, '_YYYY_MM'));
        execute format('create table %s partition of %I for values from (%L) to (%L)', part, monthly.name,
          id_floor(monthly.prefix, month at time zone 'UTC'), id_floor(monthly.prefix, (month + interval '1 month') at time zone 'UTC'));
        perform wall(part);
      end loop;
      execute format('insert into %I select * from months.%I', monthly.name, monthly.name || '_before');
      execute format('truncate months.%I', monthly.name || '_before');
      execute format('alter table %I attach partition months.%I for values from (minvalue) to (%L)', monthly.name,
        monthly.name || '_before', id_floor(monthly.prefix, month at time zone 'UTC'));
    end loop;
  end $$`

/** What is copied: answers with what was found in them, and the first ten letters of each day's ids. */
const templates = ({ brandId }: CopiedBrand): string => `
  create schema fill;
  create unlogged table fill.template as
    select row_number() over (order by id) - 1 as template, newest.*
    from (select answer.id, answer.surface, answer.outcome, observation.named, observation.entities,
            text, findings, places, cited, cited_times, listed, searches, digest, extraction_version
          from answer join observation on answer_id = answer.id join source_use on source_use.answer_id = answer.id
          where answer.brand_id = '${brandId}' and answer.outcome = 'ok' order by answer.id desc limit 1000) as newest;
  create unlogged table fill.short_template as
    select template, surface, outcome, named, entities, '${EMPTY}'::bytea as text, null::bytea as findings,
           '${NOTHING_FOUND}'::bytea as places, '{}'::uuid[] as cited, '{}'::smallint[] as cited_times, '{}'::uuid[] as listed,
           searches, digest, extraction_version
    from fill.template;
  create unlogged table fill.told as
    select row_number() over () as template, dataset, body from daily_result
    where brand_id = '${brandId}' and day = (select max(day) from daily_result where brand_id = '${brandId}');
  create unlogged table fill.counted as select entities from rollup where brand_id = '${brandId}' and ok > 0 limit 1;
  create unlogged table fill.day_of as
    select current_date - back as day, substr(id_floor('ans', (current_date - back + time '12:00') at time zone 'UTC'), 5) as letters
    from generate_series(0, 4000) as back;
  create unlogged table fill.own_prompt as
    select row_number() over (order by id) - 1 as number, id from prompt where brand_id = '${brandId}' order by id limit ${PROMPTS};
  analyze fill.template, fill.short_template, fill.day_of`

const numbered = (prefix: string, number: string): string => `'${prefix}_0' || lpad((${number})::text, 25, '0')`

/** Whose an answer is, by the numbers of its brand and prompt. */
const namesOf = ({ organizationId, brandId }: Omit<CopiedBrand, 'ownerUrl'>, isMeasured: boolean): Names =>
  isMeasured
    ? {
        organization: `'${organizationId}'`,
        brand: `'${brandId}'`,
        prompt: `(select id from fill.own_prompt where own_prompt.number = prompt)`,
      }
    : {
        organization: `case when brand < ${BRANDS_OF_AN_ORGANIZATION - 1} then '${organizationId}' else ${numbered('org', `(brand + 1) / ${BRANDS_OF_AN_ORGANIZATION}`)} end`,
        brand: numbered('brd', 'brand'),
        prompt: numbered('prm', `brand * 100 + prompt`),
      }

type Names = { organization: string; brand: string; prompt: string }

/** Rows in the order in which they would have come: day after day, brand after brand. */
function filled(measured: CopiedBrand, group: Group): string[] {
  const { brands, prompts, platforms, repeats, days, isMeasured } = group
  const { organization, brand, prompt } = namesOf(measured, isMeasured)
  const day = `current_date - 1 - (${days - 1} - back)${isMeasured ? '' : ` - 28 * (brand % ${MONTHS_APART})`}`
  const platform = `(array['${PLATFORMS.join("', '")}'])[platform + 1]`
  // Days apart, so that no part of the crowd takes an id of the measured brand's.
  const id = (prefix: string): string =>
    `'${prefix}_' || letters || lpad((number + ${isMeasured ? 0 : 1e12})::text, 16, '0')`
  const runId = `'run_' || letters || lpad((brand + ${isMeasured ? 0 : 1e12})::text, 16, '0')`
  const cell = { brand: brands, prompt: prompts, platform: platforms }
  const places = (each: Record<string, number>): string => {
    const parts: string[] = []
    let below = 1
    for (const [name, count] of Object.entries(each).toReversed()) {
      parts.push(`(number / ${below} % ${count})::int as ${name}`)
      below *= count
    }
    return `(select placed.*, day_of.* from (
      select ${organization} as organization_id, ${brand} as brand_id, ${'prompt' in each ? `${prompt} as prompt_id, ${platform} as slug,` : ''} ${day} as on_day, counted.*
      from (select number, ${parts.join(', ')} from generate_series(0::bigint, ${below - 1}) as number) as counted) as placed
      join fill.day_of on day_of.day = placed.on_day) as place`
  }
  const answers = places({ back: days, ...cell, repeat: repeats })
  const ofTemplate = `${answers} join fill.${group.isShort ? 'short_template' : 'template'} as template on template.template = (place.number * 7) % (select count(*) from fill.template)`
  return [
    `insert into run (organization_id, id, brand_id, kind, status, surface, platforms, repeats, created_at, started_at, finished_at)
     select organization_id, ${runId}, brand_id, 'measure', 'completed', 'simulated', '{}', ${Math.min(repeats, 10)}, day, day, day from ${places({ back: days, brand: brands })}`,
    `insert into slot (organization_id, id, run_id, prompt_id, platform, repeat, state)
     select organization_id, ${id('ans')}, ${runId}, prompt_id, slug, repeat + 1, 'extracted' from ${answers}`,
    `insert into answer (organization_id, id, brand_id, run_id, prompt_id, platform, surface, outcome, text, findings, collected_at)
     select organization_id, ${id('ans')}, brand_id, ${runId}, prompt_id, slug, surface, outcome, text, findings, day + interval '12 hours' from ${ofTemplate}`,
    `insert into observation (organization_id, answer_id, brand_id, run_id, prompt_id, platform, day, surface, outcome, named, entities, places, extraction_version)
     select organization_id, ${id('ans')}, brand_id, ${runId}, prompt_id, slug, day, surface, outcome, named, entities, places, extraction_version from ${ofTemplate}`,
    `insert into source_use (organization_id, answer_id, brand_id, prompt_id, platform, day, cited, cited_times, listed, searches, changed_at, exported_at, digest, named)
     select organization_id, ${id('ans')}, brand_id, prompt_id, slug, day, cited, cited_times, listed, searches, day + interval '12 hours', day + interval '12 hours', digest, named from ${ofTemplate}`,
    `insert into rollup (organization_id, brand_id, day, platform, prompt_id, ok, not_triggered, refused, empty, failed, simulated, entities)
     select organization_id, brand_id, day, slug, prompt_id, ${repeats}, 0, 0, 0, 0, ${repeats}, entities from ${places({ back: days, ...cell })}, fill.counted
     on conflict do nothing`,
    `insert into daily_result (organization_id, dataset, id, brand_id, day, body, changed_at)
     select organization_id, dataset, day || '.' || brand_id || '.' || told.template, brand_id, day, body, day + interval '13 hours'
     from ${places({ back: days, brand: brands })}, fill.told`,
  ]
}

/** The organizations of other brands, with the brands, their prompts and scores. */
function crowd(measured: CopiedBrand, { brands, prompts }: Group): string {
  const { organization, brand, prompt } = namesOf(measured, false)
  const series = `generate_series(0, ${brands - 1}) as brand`
  return [
    `insert into organization (organization_id, name, plan, anchor_at) select distinct ${organization}, 'Crowd', 'agency', now() from ${series} on conflict do nothing`,
    `insert into brand (organization_id, id, name, aliases, excluded_names, domains, case_sensitive)
     select ${organization}, ${brand}, 'Brand ' || brand, '{}', '{}', '{}', false from ${series}`,
    `insert into prompt (organization_id, id, brand_id, text, tags, is_branded)
     select ${organization}, ${prompt}, ${brand}, 'generated ' || prompt, '{}', false from ${series}, generate_series(0, ${prompts - 1}) as prompt`,
    `insert into current_score (organization_id, brand_id, time_window, score, relative_trend, computed_at)
     select ${organization}, ${brand}, time_window, score, relative_trend, computed_at
     from (select distinct on (time_window) * from current_score) as one, ${series}`,
  ].join(';')
}
