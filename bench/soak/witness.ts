import { query } from '../../test/support/cluster-processes.ts'

/**
 * Which changes of score have to be told is worked out apart from the product: the database notes each score at its commit,
 * and whether a run of the brand goes on then. What is scored while none does is told when its integer is another one than
 * that told last; the first is told to nobody.
 */
export async function placeWitness(ownerUrl: string): Promise<void> {
  for (const statement of [
    'create schema soak',
    `create table soak.score (number bigserial primary key, brand_id text not null, composite integer not null, is_settled boolean not null)`,
    `create function soak.note() returns trigger language plpgsql security definer as $$
     begin
       insert into soak.score (brand_id, composite, is_settled)
       select new.brand_id, (new.score::json ->> 'composite')::integer,
         not exists (select from public.run where organization_id = new.organization_id and brand_id = new.brand_id and status = 'running')
         -- One that began in the moment between the product's look and the commit: what it told, or kept as told, says so.
         or exists (select from public.score_baseline where organization_id = new.organization_id and brand_id = new.brand_id
              and xmin = pg_current_xact_id()::xid);
       return null;
     end $$`,
    `create constraint trigger soak_note after insert or update on current_score deferrable initially deferred
     for each row when (new.time_window = '7d') execute function soak.note()`,
  ])
    await query(ownerUrl, statement)
}

type Change = { previous: number; current: number }

/** @returns what should have been told and was not, or was told and should not have been, by brand */
export async function wrongScoreEvents(ownerUrl: string): Promise<{ expected: number; wrong: string[] }> {
  const scores = await query<{ brandId: string; composite: number }>(
    ownerUrl,
    `select brand_id as "brandId", composite from soak.score join brand on brand.id = brand_id where is_settled order by number`,
  )
  const events = await query<{ brandId: string } & Change>(
    ownerUrl,
    `select brand_id as "brandId", (body #>> '{data,previous}')::int as previous, (body #>> '{data,current}')::int as current
     from event where type = 'score.changed' order by brand_id, sequence`,
  )
  const expected = Map.groupBy(scores, ({ brandId }) => brandId)
  const told = Map.groupBy(events, ({ brandId }) => brandId)
  let count = 0
  const wrong: string[] = []
  for (const brandId of new Set([...expected.keys(), ...told.keys()])) {
    const wanted = changesOf((expected.get(brandId) ?? []).map(({ composite }) => composite))
    const seen = (told.get(brandId) ?? []).map(({ previous, current }) => ({ previous, current }))
    count += wanted.length
    if (textOf(wanted) !== textOf(seen)) wrong.push(`${brandId}: ${textOf(wanted)} should be told, ${textOf(seen)} is`)
  }
  return { expected: count, wrong }
}

function changesOf(composites: readonly number[]): Change[] {
  const changes: Change[] = []
  let [told] = composites
  for (const current of composites) {
    if (told === undefined || current === told) continue
    changes.push({ previous: told, current })
    told = current
  }
  return changes
}

const textOf = (changes: readonly Change[]): string =>
  changes.map(({ previous, current }) => `${previous}→${current}`).join(' ')
