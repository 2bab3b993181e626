import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Space } from '../disk-space.ts'
import type { Telemetry } from './telemetry.ts'

/** What is looked at when somebody asks, not told as it happens. */
export type Gauges = {
  role: string
  version: string
  isReady(): Promise<boolean>
  /** What `/readyz` says of the room on the database's disk; null: nothing. */
  storage(): 'low' | 'exhausted' | null
  /** The database's disk; null where it is not watched. */
  disk(): Space | null
  /** How many jobs of a task are due, for later, running and poisoned, and how long the oldest due one waits. */
  queue(): Promise<
    { task: string; due: number; later: number; running: number; poisoned: number; oldestSeconds: number }[]
  >
  pool(): { total: number; idle: number; waiting: number }
}

export type Metrics = Omit<Telemetry, 'span' | 'openSpan'> & {
  /** From now on these are part of what is exposed. */
  watch(gauges: Gauges): void
  contentType: string
  /** In Prometheus's text format. */
  exposition(): Promise<string>
}

/** Answers take between a millisecond and half a minute, questions to platforms up to two minutes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LONG_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120]

/** Counters and histograms of this process, in Prometheus's naming: base units, `_total` for what only grows. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `sightline_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> => new Histogram({ name: `sightline_${name}`, help, labelNames, buckets, registers })

  const requests = counter('http_requests_total', 'Answers of the REST door.', ['operation', 'method', 'status'])
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'From the head of a request to the end of its answer.',
    ['operation'],
    SECONDS,
  )
  const quota = counter('quota_decisions_total', 'What was decided of calls before they were served.', ['decision'])
  const jobs = counter('jobs_total', 'Jobs that this process ended.', ['kind', 'outcome'])
  const jobSeconds = histogram('job_duration_seconds', 'From the start of a job to its end.', ['kind'], LONG_SECONDS)
  const answers = counter('collected_answers_total', 'Answers stored, whatever they were.', ['platform', 'outcome'])
  const answerSeconds = histogram(
    'collected_answer_duration_seconds',
    'How long platforms took for an answer.',
    ['platform'],
    LONG_SECONDS,
  )
  const cost = counter('collected_cost_usd_total', 'US dollars that platforms told or prices gave.', ['platform'])
  const unreadable = counter('unreadable_answers_total', 'Answers that this process stored as unreadable.', ['reason'])
  const stops = counter('platform_stops_total', 'Times that a platform was not asked for a minute.', [
    'platform',
    'code',
  ])
  const deliveries = counter('delivery_attempts_total', 'Attempts to deliver to webhooks.', ['outcome'])
  const deliverySeconds = histogram('delivery_attempt_duration_seconds', 'How long receivers took.', [], LONG_SECONDS)

  return {
    answered: ({ operation, method, status, seconds }) => {
      requests.inc({ operation, method, status })
      requestSeconds.observe({ operation }, seconds)
    },
    quotaDecided: (decision) => quota.inc({ decision }),
    jobEnded: ({ kind, outcome, seconds }) => {
      jobs.inc({ kind, outcome })
      jobSeconds.observe({ kind }, seconds)
    },
    collected: ({ platform, outcome, seconds, costUsd }) => {
      answers.inc({ platform, outcome })
      answerSeconds.observe({ platform }, seconds)
      if (costUsd !== null) cost.inc({ platform }, costUsd)
    },
    unreadable: (reason) => unreadable.inc({ reason }),
    platformStopped: ({ platform, code }) => stops.inc({ platform, code }),
    delivered: ({ outcome, seconds }) => {
      deliveries.inc({ outcome })
      deliverySeconds.observe(seconds)
    },
    watch: (gauges) => watch(registers, gauges),
    contentType: registry.contentType,
    exposition: () => registry.metrics(),
  }
}

function watch(registers: Registry[], { role, version, isReady, disk, queue, pool }: Gauges): void {
  const gauge = (name: string, help: string, labelNames: string[], collect?: (self: Gauge) => Promise<void> | void) =>
    new Gauge({
      name: `sightline_${name}`,
      help,
      labelNames,
      registers,
      ...(collect && {
        collect() {
          return collect(this)
        },
      }),
    })
  gauge('info', 'Always 1; tells version and role.', ['version', 'role']).set({ version, role }, 1)
  gauge('ready', '1 while /readyz says yes.', [], async (self) => self.set((await isReady()) ? 1 : 0))
  gauge('database_pool_connections', 'Connections of the pool by what they do.', ['state'], (self) => {
    const { total, idle, waiting } = pool()
    self.set({ state: 'busy' }, total - idle)
    self.set({ state: 'idle' }, idle)
    self.set({ state: 'awaited' }, waiting)
  })
  const ofDisk = (name: string, help: string, of: (space: Space) => number): void => {
    gauge(name, help, [], (self) => {
      const space = disk()
      if (space) self.set(of(space))
      // Not 0: nobody looks.
      else self.remove()
    })
  }
  ofDisk('disk_free_bytes', 'Free on the disk of the embedded database.', ({ freeBytes }) => freeBytes)
  ofDisk('disk_size_bytes', 'Size of that disk.', ({ totalBytes }) => totalBytes)
  const age = gauge('queue_oldest_due_seconds', 'How long the oldest job that is due waits.', ['task'])
  gauge(
    'queue_jobs',
    'Jobs in the queue of all processes: due, later, running, poisoned.',
    ['task', 'state'],
    async (self) => {
      // A scrape while the database is away tells everything else.
      const tasks = await queue().catch(() => [])
      self.reset()
      age.reset()
      for (const { task, due, later, running, poisoned, oldestSeconds } of tasks) {
        self.set({ task, state: 'due' }, due)
        self.set({ task, state: 'later' }, later)
        self.set({ task, state: 'running' }, running)
        self.set({ task, state: 'poisoned' }, poisoned)
        age.set({ task }, oldestSeconds)
      }
    },
  )
}
