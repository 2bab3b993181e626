import { openDatabase } from '../../packages/server/src/base/db/database.ts'
import { openTextThreads } from '../../packages/server/src/threads/text-threads.ts'
import { query } from '../../test/support/cluster-processes.ts'
import { isVerified } from '../../test/support/receivers.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'
import { wrongScoreEvents } from './witness.ts'
import { verified as verifiedBrand } from '../../test/support/pipeline.ts'

/** One thing that must hold. */
export type Check = { says: string; isGood: boolean; wrong?: readonly string[] }

/** Looks at everything that was accepted, once nothing is left to do. */
export async function verdict(stage: Stage, visitors: readonly Visitor[]): Promise<Check[]> {
  return [
    await answersOnce(stage),
    await runsOnce(stage, visitors),
    await promptsOnce(stage, visitors),
    await competitorsOnce(stage, visitors),
    await importsOnce(stage, visitors),
    await turnsOnce(stage, visitors),
    await nothingOfTheDeleted(stage, visitors),
    exportsWhole(visitors),
    await eventsOnce(stage),
    await deliveriesOnce(stage),
    arrivedSigned(stage, visitors),
    ...(await Promise.all(visitors.map((visitor) => countedRight(stage, visitor)))),
    await verified(stage, visitors),
    nothingStrange(visitors),
  ]
}

/** A check that finds what is wrong by SQL: rows whose first column says what. */
async function findings({ ownerUrl }: Stage, says: string, text: string, values: unknown[] = []): Promise<Check> {
  const rows = await query<{ what: string }>(ownerUrl, text, values)
  return { says, isGood: rows.length === 0, wrong: rows.map(({ what }) => what) }
}

async function answersOnce(stage: Stage): Promise<Check> {
  const [row] = await query<{ slots: number; answers: number; failed: number; imported: number }>(
    stage.ownerUrl,
    `select (select count(*)::int from slot) as slots, (select count(*)::int from answer) as answers,
       (select count(*)::int from answer where outcome = 'failed') as failed,
       (select count(*)::int from answer where surface = 'import') as imported`,
  )
  return findings(
    stage,
    `${row?.slots} answers planned, ${row?.answers} stored (${row?.imported} imported, ${row?.failed} told as failed)`,
    `select 'slot ' || slot.id || ' ' || slot.state || ', ' || count(answer.id) || ' answers' as what
     from slot left join answer using (organization_id, id) group by slot.organization_id, slot.id, slot.state
     having count(answer.id) <> 1 or slot.state <> 'extracted'
     union all
     select 'answer ' || answer.id || ' of no slot' from answer left join slot using (organization_id, id) where slot.id is null
     union all
     select 'answer ' || id || ' failed without a code' from answer where outcome = 'failed' and error_code is null
     union all
     select 'run ' || id || ' is ' || status from run where status <> 'completed'
     union all
     select 'run ' || run.id || ': ' || count(slot.id) || ' slots' from run left join slot on slot.run_id = run.id and slot.organization_id = run.organization_id
     where kind = 'measure' and prompt_ids is not null group by run.organization_id, run.id, run.prompt_ids, run.platforms, run.repeats
     having count(slot.id) <> cardinality(run.prompt_ids) * cardinality(run.platforms) * run.repeats`,
  )
}

/** Each accepted run is there, and no other: a run that was started twice under one key would be one more. */
async function runsOnce(stage: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const accepted = visitors.flatMap(({ runs }) => runs)
  return findings(
    stage,
    `${accepted.length} accepted runs, each there once`,
    `select 'run ' || coalesce(run.id, accepted) || case when run.id is null then ' is lost' else ' was never accepted' end as what
     from unnest($1::text[]) as accepted
     full join (select run.id from run where kind = 'measure' and brand_id <> all($2)) as run on run.id = accepted
     where run.id is null or accepted is null`,
    [accepted, visitors.map(({ guest }) => guest.scheduledId)],
  )
}

async function promptsOnce(stage: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const found = { accepted: 0, inDoubt: 0, refused: 0 }
  const wrong: string[] = []
  for (const { guest, prompts } of visitors) {
    const rows = await query<{ text: string; times: number }>(
      stage.ownerUrl,
      'select text, count(*)::int as times from prompt where brand_id = $1 group by text',
      [guest.bookId],
    )
    const times = new Map(rows.map((row) => [row.text, row.times]))
    for (const kind of ['accepted', 'inDoubt', 'refused'] as const) {
      const [least, most] = { accepted: [1, 1], inDoubt: [0, 1], refused: [0, 0] }[kind] as [number, number]
      found[kind] += prompts[kind].length
      for (const text of prompts[kind]) {
        const seen = times.get(text) ?? 0
        if (seen < least || seen > most) wrong.push(`${kind}, ${seen} times there: ${text}`)
        times.delete(text)
      }
    }
    for (const text of times.keys()) wrong.push(`written by nobody: ${text}`)
  }
  const says = `${found.accepted} accepted prompts once, ${found.inDoubt} in doubt at most once, ${found.refused} refused never`
  return { says, isGood: wrong.length === 0, wrong }
}

async function competitorsOnce(stage: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const wrong: string[] = []
  let count = 0
  for (const { guest, competitors } of visitors) {
    const rows = await query<{ name: string }>(stage.ownerUrl, 'select name from competitor where brand_id = $1', [
      guest.bookId,
    ])
    const removed = new Set(competitors.removed)
    const wanted = competitors.added.filter((name) => !removed.has(name)).toSorted()
    const seen = rows.map(({ name }) => name).toSorted()
    count += competitors.added.length + removed.size
    if (wanted.join() !== seen.join()) wrong.push(`${wanted.join()} should be there, ${seen.join()} are`)
  }
  return { says: `${count} competitors added and removed, as accepted`, isGood: wrong.length === 0, wrong }
}

async function importsOnce(stage: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const accepted = visitors.flatMap(({ guest, externalIds }) =>
    externalIds.map((id) => `${guest.organizationId} ${id}`),
  )
  return findings(
    stage,
    `${accepted.length} accepted imported answers, each there once`,
    `with there as (select organization_id || ' ' || external_id as name, count(*) as times from answer where external_id is not null group by 1)
     select coalesce(name, accepted) || ': ' || coalesce(times, 0) || ' times' as what
     from there full join unnest($1::text[]) as accepted on accepted = name where times is distinct from 1 or accepted is null`,
    [accepted],
  )
}

/** A turn of a schedule is a run, or an entry of the audit log that says why it is none. */
async function turnsOnce({ ownerUrl }: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const wrong: string[] = []
  let turns = 0
  for (const { guest, turns: wanted } of visitors) {
    const [row] = await query<{ taken: number }>(
      ownerUrl,
      `select (select count(*)::int from run where brand_id = $1)
         + (select count(*)::int from audit_entry where action = 'schedule.skipped' and subject = $1) as taken`,
      [guest.scheduledId],
    )
    const taken = row?.taken ?? 0
    turns += taken
    if (taken < wanted.taken || taken > wanted.taken + wanted.inDoubt)
      wrong.push(
        `${guest.scheduledId}: ${wanted.taken} to ${wanted.taken + wanted.inDoubt} turns were due, ${taken} taken`,
      )
  }
  return { says: `${turns} turns of schedules, each taken once`, isGood: wrong.length === 0, wrong }
}

async function nothingOfTheDeleted(stage: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const deleted = visitors.flatMap(({ deletedBrands }) => deletedBrands)
  const tables = await query<{ name: string }>(
    stage.ownerUrl,
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'brand_id' and table_schema = 'public' and table_type = 'BASE TABLE'
       -- What was sent stays in the webhook's log for its time.
       and table_name <> 'delivery'`,
  )
  const text = tables.map(
    ({ name }) => `select '${name}: ' || count(*) as what from ${name} where brand_id = any($1) having count(*) > 0`,
  )
  return findings(
    stage,
    `${deleted.length} brands deleted in mid-run, nothing of them left`,
    text.join(' union all '),
    [deleted],
  )
}

function exportsWhole(visitors: readonly Visitor[]): Check {
  const wrong = visitors.flatMap(({ wrongWalks }) => wrongWalks)
  const walks = visitors.reduce((sum, visitor) => sum + visitor.walks, 0)
  return { says: `${walks} walks through exports, each in order and no row twice`, isGood: wrong.length === 0, wrong }
}

async function eventsOnce(stage: Stage): Promise<Check> {
  const { expected, wrong } = await wrongScoreEvents(stage.ownerUrl)
  const others = await findings(
    stage,
    '',
    `select 'sequence of ' || brand_id || ': ' || count(*) || ' events, the last is ' || max(sequence) as what
     from event group by brand_id having count(*) <> max(sequence) or count(distinct sequence) <> count(*)
     union all
     select 'recommendation ' || recommendation.id || ' was told ' || count(event.id) || ' times' from recommendation
     left join event on event.type = 'recommendation.new' and event.body #>> '{data,recommendationId}' = recommendation.id
     group by recommendation.id having count(event.id) = 0`,
  )
  const [row] = await query<{ all: number }>(stage.ownerUrl, 'select count(*)::int as all from event')
  const all = [...wrong, ...(others.wrong ?? [])]
  return {
    says: `${row?.all} events: ${expected} changes of score as worked out apart, recommendations told, sequences without gaps`,
    isGood: all.length === 0,
    wrong: all,
  }
}

/** Every organization has one subscription, to everything. */
async function deliveriesOnce(stage: Stage): Promise<Check> {
  const [row] = await query<{ all: number; attempts: number }>(
    stage.ownerUrl,
    'select count(*)::int as all, sum(attempts)::int as attempts from delivery where not is_test',
  )
  const heard = [...new Set(stage.receiver.heard.map(({ headers }) => headers['webhook-id'] ?? ''))]
  return findings(
    stage,
    `${row?.all} deliveries, one an event, each delivered (${row?.attempts} attempts) and arrived`,
    `select 'event ' || event.id || ' has ' || count(delivery.id) || ' deliveries' as what
     from event left join delivery on delivery.event_id = event.id and not is_test group by event.id having count(delivery.id) <> 1
     union all
     select 'delivery ' || id || ' is ' || status || ' after ' || attempts from delivery where status <> 'delivered' and not is_test
     union all
     select 'event ' || event_id || ' was delivered and never arrived' from delivery where status = 'delivered' and event_id <> all($1)
     union all
     select 'webhook ' || id || ' is ' || status from webhook where status <> 'active'`,
    [heard],
  )
}

function arrivedSigned({ receiver }: Stage, visitors: readonly Visitor[]): Check {
  // By the time in its header; a soak is longer than a signature is good.
  const wrong = receiver.heard.flatMap(({ path, headers, body }) => {
    const secret = visitors[Number(path.slice(1))]?.guest.webhookSecret ?? ''
    const isOld = Date.now() / 1_000 - Number(headers['webhook-timestamp']) > 240
    return isOld || isVerified(secret, { headers, body }) ? [] : [`${headers['webhook-id']} is not signed`]
  })
  return { says: `${receiver.heard.length} arrivals, signed`, isGood: wrong.length === 0, wrong }
}

async function countedRight({ ownerUrl }: Stage, { guest, caller }: Visitor): Promise<Check> {
  const [row] = await query<{ calls: number; detail: number }>(
    ownerUrl,
    `select (select sum(calls)::int from usage_period where organization_id = $1) as calls,
       (select sum(calls)::int from usage_detail where organization_id = $1) as detail`,
    [guest.organizationId],
  )
  const { counted: least, inDoubt } = caller.ledger
  const counted = (row?.calls ?? 0) - guest.countedBefore
  return {
    says: `${counted} calls counted of ${least} answered and ${inDoubt} in doubt; by key and day ${row?.calls === row?.detail ? 'the same' : row?.detail}`,
    isGood: counted >= least && counted <= least + inDoubt && row?.calls === row?.detail,
  }
}

async function verified({ ownerUrl, applicationUrl }: Stage, visitors: readonly Visitor[]): Promise<Check> {
  const database = openDatabase({ url: applicationUrl })
  const threads = openTextThreads({ info: () => {}, error: () => {} })
  const wrong: string[] = []
  let brands = 0
  for (const { guest } of visitors)
    for (const { id } of await query<{ id: string }>(ownerUrl, 'select id from brand where organization_id = $1', [
      guest.organizationId,
    ])) {
      const { differences } = await verifiedBrand({ database, threads }, guest.organizationId, id)
      brands += 1
      wrong.push(...differences.map(({ brandId, what, where }) => `${brandId}: ${what} differs at ${where}`))
    }
  await threads.close()
  await database.close()
  return {
    says: `verify of ${brands} brands: ${wrong.length === 0 ? 'equal' : 'different'}`,
    isGood: wrong.length === 0,
    wrong,
  }
}

function nothingStrange(visitors: readonly Visitor[]): Check {
  const wrong = visitors.flatMap(({ caller }) =>
    [...caller.ledger.strange].map(([what, times]) => `${times} × ${what}`),
  )
  const slowest = Math.max(...visitors.map(({ caller }) => caller.ledger.slowestMs))
  return {
    says: `every answer a result, a refusal in order, or 503 (slowest ${(slowest / 1_000).toFixed(1)} s)`,
    isGood: wrong.length === 0,
    wrong,
  }
}
