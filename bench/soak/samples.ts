import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../test/support/cluster-processes.ts'
import { median } from '../support/figures.ts'
import { handlesOf, memoryOf, type Crew } from './crew.ts'

export type Figures = Record<string, number>
export type Sampling = {
  samples: { atMs: number; figures: Figures }[]
  /** The longest that a due job waited, that one was held by a worker, and that one was put off after it failed; in seconds. */
  longest: { waits: number; held: number; putOff: number }
  /** The task of the longest wait so far. */
  waiting: string
  stop(): Promise<void>
}

/** Rows of these are changed all the time and do not become more: what they take must not grow. */
const HOT = [
  'usage_period',
  'usage_detail',
  'webhook',
  'change_clock',
  'schedule',
  'organization',
  'api_key',
  '_private_jobs',
]

/** Looks at the processes that nobody kills, and at the database, while it is there. */
export function beginSampling(crew: Crew, ownerUrl: string, everyMs: number): Sampling {
  const over = new AbortController()
  const sampling: Sampling = {
    samples: [],
    longest: { waits: 0, held: 0, putOff: 0 },
    waiting: '',
    stop: async () => {
      over.abort()
      await Promise.all(loops)
    },
  }
  const begunAt = performance.now()
  const loops = [
    every(everyMs, async () => {
      const figures = await figuresNow(crew, ownerUrl)
      sampling.samples.push({ atMs: performance.now() - begunAt, figures })
    }),
    every(1_000, async () => {
      const now = await queueNow(ownerUrl)
      if (now.waits > sampling.longest.waits) sampling.waiting = now.task
      for (const name of ['waits', 'held', 'putOff'] as const)
        sampling.longest[name] = Math.max(sampling.longest[name], now[name])
    }),
  ]
  return sampling

  async function every(milliseconds: number, work: () => Promise<void>): Promise<void> {
    while (!over.signal.aborted) {
      // Not while the database is away.
      await work().catch(() => {})
      await sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {})
    }
  }
}

export async function figuresNow(crew: Crew, ownerUrl: string): Promise<Figures> {
  return { ...(await processFigures(crew)), ...(await databaseFigures(ownerUrl)) }
}

async function processFigures(crew: Crew): Promise<Figures> {
  const figures: Figures = {}
  for (const member of crew.members.filter(({ isSteady }) => isSteady)) {
    const { rss, heapUsed, external } = await memoryOf(member)
    figures[`${member.role}: resident, MB`] = rss / 1e6
    figures[`${member.role}: heap after a collection, MB`] = heapUsed / 1e6
    figures[`${member.role}: outside the heap, MB`] = external / 1e6
    figures[`${member.role}: handles`] = handlesOf(member)
  }
  return figures
}

async function databaseFigures(ownerUrl: string): Promise<Figures> {
  const [row] = await query<{ connections: number; dead: number; bytes: number }>(
    ownerUrl,
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and application_name like 'sightline%') as connections,
       (select coalesce(sum(n_dead_tup), 0)::int from pg_stat_user_tables where relname = any($1)) as dead,
       (select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 from pg_stat_user_tables where relname = any($1)) as bytes`,
    [HOT],
  )
  if (!row) return {}
  return {
    'database: connections': row.connections,
    'hot tables: dead rows': row.dead,
    'hot tables: size, MB': row.bytes / 1e6,
  }
}

type QueueNow = Sampling['longest'] & { task: string }

async function queueNow(ownerUrl: string): Promise<QueueNow> {
  const [row] = await query<QueueNow>(
    ownerUrl,
    `select coalesce(extract(epoch from max(now() - run_at) filter (where claimed_by is null and run_at <= now())), 0)::float8 as waits,
       coalesce(extract(epoch from max(now() - claimed_at)), 0)::float8 as held,
       coalesce(extract(epoch from max(run_at - now()) filter (where claimed_by is null and attempts > 0)), 0)::float8 as "putOff",
       coalesce((select task from job where claimed_by is null and run_at <= now() order by run_at limit 1), '') as task
     from job`,
  )
  return row ?? { waits: 0, held: 0, putOff: 0, task: '' }
}

/** With its course in some steps, so that a plateau can be told from a slope. */
export type Growth = { name: string; first: number; last: number; course: number[] }
const STEPS = 10

/** Medians of the first and of the last quarter, after what it takes to get warm. */
export function growthOf({ samples }: Sampling, warmUpMs: number): Growth[] {
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs)
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  const names = new Set(warm.flatMap(({ figures }) => Object.keys(figures)))
  return [...names].map((name) => {
    const of = (part: typeof warm): number => median(part.flatMap(({ figures }) => figures[name] ?? []))
    const [first, last] = [of(warm.slice(0, quarter)), of(warm.slice(-quarter))]
    const all = samples.flatMap(({ figures }) => figures[name] ?? [])
    const course = all.filter((_, place) => place % Math.max(1, Math.floor(all.length / STEPS)) === 0)
    return { name, first, last, course }
  })
}
