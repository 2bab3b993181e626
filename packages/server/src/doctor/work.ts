import type { Config } from '../config.ts'
import { EXTRACTION_VERSION } from '../engine/reading/extract.ts'
import { rollupsOf as counted } from '../pipeline/rollups.ts'
import { differingRollups } from '../pipeline/verify.ts'
import { createPlatforms } from '../platforms/catalogue.ts'
import { createSealing, secretPlace } from '../sealing.ts'
import { applicationAccess } from '../store/application-role.ts'
import { openDatabase, type Database } from '../store/database.ts'
import {
  brandsBehind,
  deadEndpoints,
  lastAnswers,
  newestScored,
  newestSealed,
  queueFacts,
  type NamedBrand,
  type PlatformFacts,
  type QueueFacts,
} from '../store/examine.ts'
import { observationsOfCells } from '../store/observations.ts'
import { lastDayOf, rollupsOf } from '../store/rollups.ts'
import type { Opened } from './database.ts'
import { fault, good, some, warning, type Finding } from './finding.ts'

/** A job that has failed this often does not mend itself. */
const STUCK_ATTEMPTS = 10
/** Longer than a poll and a takeover take. */
const UNATTENDED_SECONDS = 60
const LATE_SECONDS = 300

/** Whether workers are alive, keep up, and what they cannot do. */
export async function queue({ client }: Opened): Promise<Finding[]> {
  const facts = await queueFacts(client, STUCK_ATTEMPTS)
  return [workers(facts), waiting(facts), stuckJobs(facts)]
}

function workers({ workers: alive, due, oldestSeconds }: QueueFacts): Finding {
  if (alive > 0) return good('workers', 'alive')
  if (due === 0 || oldestSeconds < UNATTENDED_SECONDS)
    return good('workers', 'none runs now, and nothing waits for one')
  return fault(
    'workers',
    `None is alive, and ${due} jobs wait, the oldest for ${minutes(oldestSeconds)}.`,
    'Start one: sightline start --role worker (or all).',
  )
}

function waiting({ waiting: jobs, due, oldestSeconds, workers: alive }: QueueFacts): Finding {
  if (alive === 0 || oldestSeconds < LATE_SECONDS) return good('queue', `${jobs} jobs, ${due} of them due`)
  return warning(
    'queue',
    `${due} jobs are due, the oldest for ${minutes(oldestSeconds)}, though workers are alive.`,
    'Start more workers, or raise SIGHTLINE_CONCURRENCY where platforms are what is waited for.',
  )
}

function stuckJobs({ stuck }: QueueFacts): Finding {
  if (stuck.length === 0) return good('stuck jobs', 'none')
  return fault('stuck jobs', `These keep failing: ${some(stuck)}.`, 'Read job.failed in the log of a worker.')
}

export async function webhooks({ client }: Opened): Promise<Finding> {
  const dead = await deadEndpoints(client)
  if (dead.length === 0) return good('webhooks', 'none is dead')
  return warning(
    'webhooks',
    `Their receivers take nothing: ${some(dead)}.`,
    'Tell their owners: they see why in the deliveries, mend the receiver and set the webhook active again.',
  )
}

export async function platforms({ client }: Opened, { providers }: Config): Promise<Finding[]> {
  const open = [...createPlatforms(providers).values()].map(({ slug, provider }) => `${slug} (${provider})`)
  const keys =
    open.length > 0
      ? good('platforms', open.join(', '))
      : good('platforms', 'none has a key: only imports and the demo work. Set for example OPENAI_API_KEY.')
  const silent = (await lastAnswers(client)).filter(({ answers, failed }) => failed === answers).map(silence)
  return [keys, ...silent]
}

function silence({ platform, answers, code }: PlatformFacts): Finding {
  const says = `The last ${answers} answers of ${platform} all failed: ${code}.`
  switch (code) {
    case 'invalid_key':
    case 'forbidden':
      return fault('platform key', says, `The platform refuses its key: set a valid one for ${platform} and restart.`)
    case 'out_of_credit':
      return fault('platform credit', says, 'Add credit to the platform’s account.')
    case 'not_set_up':
      return fault(
        'platform missing',
        says,
        `Runs ask ${platform}, which has no key here: set it, or take it out of the runs.`,
      )
    default:
      return warning('platform silent', says, 'Look at the platform’s status page, and at platform.stopped in the log.')
  }
}

/** Sealed with the secret of then: another one does not open them. */
export async function sealedSecrets({ client, secret }: Opened): Promise<Finding> {
  const sealing = createSealing(secret)
  const sample = await newestSealed(client)
  const closed = sample.filter(({ organizationId, webhookId, number, sealed }) => {
    try {
      sealing.unseal(sealed, secretPlace(organizationId, webhookId, number))
      return false
    } catch {
      return true
    }
  })
  if (closed.length === 0) return good('secrets', sample.length === 0 ? 'none is sealed' : 'can be opened')
  return fault(
    'secrets',
    `${closed.length} of ${sample.length} webhook secrets cannot be opened: they were sealed with another SIGHTLINE_SECRET.`,
    'Set the secret of then. If it is lost, each owner must rotate the webhook’s secret and confirm second factors anew.',
  )
}

export async function detector({ client }: Opened): Promise<Finding> {
  const behind = await brandsBehind(client, EXTRACTION_VERSION)
  if (behind.length === 0) return good('detector', `all answers were looked through by version ${EXTRACTION_VERSION}`)
  return warning(
    'detector',
    `An older version looked through answers of ${some(behind.map(({ brandId }) => brandId))}: ${behind.reduce((sum, { answers }) => sum + answers, 0)} wait.`,
    'Nothing is lost: a service with a worker looks through them anew by itself after its start. Look again later; the number falls.',
  )
}

const SAMPLED_BRANDS = 3

/** The last day of the brands scored last, counted anew; `sightline verify` recomputes everything. */
export async function rollups(opened: Opened): Promise<Finding> {
  const sample = await newestScored(opened.client, SAMPLED_BRANDS)
  const { url } = await applicationAccess(opened.client, opened.ownerUrl, opened.secret)
  const database = openDatabase({ url, poolSize: 1, readerCount: 1 })
  try {
    const wrong: string[] = []
    for (const brand of sample) if (await isLastDayWrong(database, brand)) wrong.push(brand.brandId)
    if (wrong.length === 0) return good('counts', `agree with the answers in a sample of ${sample.length} brands`)
    return fault(
      'counts',
      `Counts of ${some(wrong)} do not agree with the answers.`,
      'Run "sightline verify" for all that differs.',
    )
  } finally {
    await database.close()
  }
}

function isLastDayWrong(database: Database, { organizationId, brandId }: NamedBrand): Promise<boolean> {
  return database.snapshot(organizationId, async (db) => {
    const day = await lastDayOf(db, organizationId, brandId)
    if (day === undefined) return false
    const stored = await rollupsOf(db, organizationId, brandId, { from: day, to: day, promptIds: null })
    const fresh = counted(await observationsOfCells(db, organizationId, brandId, stored))
    return differingRollups(stored, fresh).length > 0
  })
}

const minutes = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`
