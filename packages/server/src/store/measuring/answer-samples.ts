import { sql } from 'kysely'
import { unpackText } from '../../base/db/compression.ts'
import type { Db } from '../../base/db/db.ts'
import { DAY_MS, withinDays } from '../../base/db/id-span.ts'

export type SampledAnswer = { id: string; prompt: string; text: string }

/**
 * Of a sample, in UTF-16 units: 600 answers of 10,000, where real ones have 2,000. Whatever was imported, to read a sample
 * takes seconds.
 */
const MOST_UNITS = 6_000_000

/**
 * At most so many of a brand's valid answers within some days, spread over them by the chance part of their ids: the
 * same ones each time. Fewer where they are longer than `MOST_UNITS`. In order of their ids.
 */
export async function sampleAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; to: string },
  limit: number,
): Promise<SampledAnswer[]> {
  const { rows } = await sql<Packed<SampledAnswer>>`
    select answer.id, prompt.text as prompt, answer.text from (
      select answer_id from observation
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${days.from} and ${days.to} and outcome = 'ok'
        and ${withinDays('answer_id', days)}
      order by right(answer_id, 10), answer_id limit ${limit}) as sampled
    join answer on answer.organization_id = ${organizationId} and answer.id = sampled.answer_id
      and ${withinDays('answer.id', days)}
    join prompt on prompt.organization_id = ${organizationId} and prompt.id = answer.prompt_id
    order by right(answer.id, 10), answer.id`.execute(db)
  return unpacked(rows)
}

type Packed<Answer> = Omit<Answer, 'text'> & { text: Buffer }

/** The first of them that are no longer than `MOST_UNITS` together, and one at least; in order of their ids. */
function unpacked<Row extends { id: string; text: Buffer }>(
  rows: readonly Row[],
): (Omit<Row, 'text'> & { id: string; text: string })[] {
  const answers: (Omit<Row, 'text'> & { id: string; text: string })[] = []
  let units = 0
  for (const row of rows) {
    const text = unpackText(row.text)
    units += text.length
    if (units > MOST_UNITS && answers.length > 0) break
    answers.push({ ...row, text })
  }
  return answers.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export async function countValidAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select coalesce(sum(ok), 0) as answers from rollup
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${days.from} and ${days.to}`.execute(
    db,
  )
  return rows[0]?.answers ?? 0
}

export type PanelAnswer = SampledAnswer & { day: string; platform: string; promptId: string }

/**
 * At most so many of each day's valid answers to some prompts, chosen by the chance part of their ids: the same ones each
 * time. Fewer of each day where they are longer than `MOST_UNITS`. In order of their ids.
 */
export async function samplePanelAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: { from: string; to: string; promptIds: string[]; platform: string | null; eachDay: number },
): Promise<PanelAnswer[]> {
  const { rows } = await sql<Packed<PanelAnswer>>`
    select answer.id, sampled.day::text as day, sampled.platform, sampled.prompt_id as "promptId", prompt.text as prompt, answer.text from (
      select * from (
        select answer_id, day, platform, prompt_id,
               row_number() over (partition by day order by right(answer_id, 10), answer_id) as number
        from observation
        where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to}
          and ${withinDays('answer_id', filter)} and outcome = 'ok' and prompt_id = any(${filter.promptIds})
          and (${filter.platform}::text is null or platform = ${filter.platform})) as numbered
      where number <= ${filter.eachDay}
      -- Never reached: tells the planner how few are left, as it would read every answer there is for so many as there were.
      limit ${filter.eachDay * daysOf(filter)}
    ) as sampled
    join answer on answer.organization_id = ${organizationId} and answer.id = sampled.answer_id
      and ${withinDays('answer.id', filter)}
    join prompt on prompt.organization_id = ${organizationId} and prompt.id = sampled.prompt_id
    -- The first of each day, then the second ones: days are cut alike.
    order by sampled.number, sampled.day, answer.id`.execute(db)
  return unpacked(rows)
}

const daysOf = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
