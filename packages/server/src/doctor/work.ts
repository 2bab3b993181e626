import type { Config } from '../config.ts'
import { EXTRACTION_VERSION } from '../engine/reading/extraction/extract.ts'
import { createPlatforms } from '../platforms/catalogue.ts'
import { createEncryption, secretPlace } from '../base/encryption.ts'
import {
  brandsBehind,
  deadEndpoints,
  lastAnswers,
  newestSealed,
  queueFacts,
  unreadableAnswers,
  type PlatformFacts,
  type QueueFacts,
} from '../store/diagnostics.ts'
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
  return [workers(facts), waiting(facts), stuckJobs(facts), poisonedJobs(facts)]
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

function poisonedJobs({ poisoned }: QueueFacts): Finding {
  if (poisoned.length === 0) return good('poisoned jobs', 'none')
  return fault(
    'poisoned jobs',
    `Every worker that took these died or hung, so they were set aside: ${some(poisoned)}.`,
    'Find the cause in job.poisoned and worker.hung in the log, mend it, then run "sightline jobs release --all".',
  )
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
  const encryption = createEncryption(secret)
  const sample = await newestSealed(client)
  const closed = sample.filter(({ organizationId, webhookId, number, sealed }) => {
    try {
      encryption.unseal(sealed, secretPlace(organizationId, webhookId, number))
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

export async function unreadable({ client }: Opened): Promise<Finding> {
  const reasons = await unreadableAnswers(client)
  if (reasons.length === 0) return good('unreadable answers', 'none')
  const all = reasons.reduce((sum, { answers }) => sum + answers, 0)
  return warning(
    'unreadable answers',
    `${all} answers could not be read and count in no score: ${reasons.map(({ reason, answers }) => `${reason} (${answers})`).join(', ')}.`,
    'A few are nothing to do about. Many at once: read text.unread in the log, report it, and run "sightline reread" with the version that mends it.',
  )
}

const minutes = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`
