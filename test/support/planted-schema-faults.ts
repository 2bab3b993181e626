import { changing, type DatabaseGround } from './planted-database-faults.ts'
import type { Fault } from './planted-machine-faults.ts'

/** What a schema can lack that was whole once: rights, indexes, counts and answers that were read. */
export function schemaFaults(ground: DatabaseGround): Fault[] {
  const changed = changing(ground)
  return [
    ...(
      [
        ['a right to change rows that the application lacks', 'update on', 'score_baseline'],
        ['a right to delete rows that the application lacks', 'delete on', 'prompt'],
        ['a right to a sequence that the application lacks', 'usage on sequence', 'job_id_seq'],
      ] as const
    ).map(([fault, right, of]): Fault => ({
      fault,
      plant: () => changed(`revoke ${right} ${of} from ${ground.role}`, `grant ${right} ${of} to ${ground.role}`),
      check: 'role',
      says: new RegExp(`lacks rights: ${right} ${of.replaceAll(/[[\]().]/g, '\\$&')}\\.`),
    })),
    {
      fault: 'a right to a function of ours that the application lacks',
      plant: () =>
        changed(
          'revoke execute on function count_calls(jsonb) from public',
          'grant execute on function count_calls(jsonb) to public',
        ),
      check: 'role',
      says: /lacks rights: execute on function count_calls\(jsonb\)\./,
    },
    {
      fault: 'an index that is missing',
      plant: () =>
        changed(
          'drop index observation_of_day',
          'create index observation_of_day on observation (organization_id, brand_id, day, platform, prompt_id)',
        ),
      check: 'indexes',
      says: /Missing: public\.observation_of_day\./,
    },
    {
      fault: 'an index that was not made to its end',
      plant: () =>
        changed(
          `update pg_index set indisvalid = false where indexrelid = 'invitation_open'::regclass`,
          `update pg_index set indisvalid = true where indexrelid = 'invitation_open'::regclass`,
        ),
      check: 'indexes',
      says: /were not made to their end: public\.invitation_open\./,
    },
    {
      fault: 'counts of an old day that do not agree with the answers',
      plant: () =>
        changed(
          `update rollup set ok = ok + 1 where day = (select min(day) from rollup)`,
          `update rollup set ok = ok - 1 where day = (select min(day) from rollup)`,
        ),
      check: 'counts',
      says: /Counts of brd_\w+ \(\d{4}-\d\d-\d\d\) do not agree/,
    },
    {
      fault: 'a day of answers that nobody counted',
      plant: async () => {
        await ground.sql(
          `create schema kept; create table kept.rollup as select * from rollup where day = (select min(day) from rollup)`,
        )
        await ground.sql(`delete from rollup where day = (select min(day) from kept.rollup)`)
        return {
          undo: async () => {
            await ground.sql('insert into rollup select * from kept.rollup')
            await ground.sql('drop schema kept cascade')
          },
        }
      },
      check: 'counts',
      says: /Counts of brd_\w+ \(\d{4}-\d\d-\d\d\) do not agree/,
    },
    {
      fault: 'answers that could not be read',
      plant: () =>
        changed(
          `update observation set unreadable = case when platform = 'claude' then 'too_large' else 'too_slow' end`,
          'update observation set unreadable = null',
        ),
      check: 'unreadable answers',
      status: 'warning',
      says: /^7 answers could not be read and count in no score: too_slow \(4\), too_large \(3\)\.$/,
    },
  ]
}
