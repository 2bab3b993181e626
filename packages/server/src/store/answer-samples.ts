import { sql } from 'kysely'
import { unpackText } from './compression.ts'
import type { Db } from './database.ts'
import { DAY_MS, withinDays } from './id-span.ts'

export type SampledAnswer = { id: string; prompt: string; text: string }

/**
 * At most so many of a brand's valid answers within some days, spread over them by the chance part of their ids: the
 * same ones each time. In order of their ids.
 */
export async function sampleAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; to: string },
  limit: number,
): Promise<SampledAnswer[]> {
  const { rows } = await sql<{ id: string; prompt: string; text: Buffer }>`
    select answer.id, prompt.text as prompt, answer.text from (
      select answer_id from observation
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${days.from} and ${days.to} and outcome = 'ok'
        and ${withinDays('answer_id', days)}
      order by right(answer_id, 10), answer_id limit ${limit}) as sampled
    join answer on answer.organization_id = ${organizationId} and answer.id = sampled.answer_id
      and ${withinDays('answer.id', days)}
    join prompt on prompt.organization_id = ${organizationId} and prompt.id = answer.prompt_id
    order by answer.id`.execute(db)
  return rows.map(({ text, ...row }) => ({ ...row, text: unpackText(text) }))
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
 * time. In order of their ids.
 */
export async function samplePanelAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: { from: string; to: string; promptIds: string[]; platform: string | null; eachDay: number },
): Promise<PanelAnswer[]> {
  const { rows } = await sql<Omit<PanelAnswer, 'text'> & { text: Buffer }>`
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
    order by answer.id`.execute(db)
  return rows.map(({ text, ...row }) => ({ ...row, text: unpackText(text) }))
}

const daysOf = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
