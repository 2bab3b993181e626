import { plans, type Brand, type ImportedAnswer, type OutputOf, type Operations } from '@sightline/sdk'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { activePrompts, countActivePrompts } from '../../store/measuring/prompts.ts'
import { usedInPeriod } from '../../store/accounts/usage.ts'
import type { Context } from '../context.ts'
import { limitMessage, type Limited } from '../accounts/limits.ts'
import { platformRoom, type PlatformRoom } from './platform-choice.ts'
import { sameness } from './prompts.ts'
import { organizationOf } from '../tenant.ts'

type Rejected = OutputOf<Operations['importAnswers']>['rejected'][number]
/** An answer with nothing wrong in itself. */
export type Accepted = { index: number; answer: ImportedAnswer }

/** What is left of the plan; `takeWhatFits` takes from it. */
type Room = PlatformRoom & {
  prompts: { known: Set<string>; paused: Set<string>; used: number; places: number }
  answers: { used: number; places: number }
}

/**
 * Of an import's answers those that the plan has room for, the first ones first: platforms, prompts and answers of the
 * month count as they do for a run. Locks the organization, so that of two imports at once the second sees the first one's.
 */
export async function takeWhatFits(
  context: Context,
  brand: Brand,
  fresh: Accepted[],
): Promise<{ taken: Accepted[]; refused: Rejected[] }> {
  const taken: Accepted[] = []
  const refused: Rejected[] = []
  if (fresh.length === 0) return { taken, refused }
  const room = await roomOf(context, brand)
  const messages = messagesOf(room, fresh)
  for (const entry of fresh) {
    const fault = faultOf(room, entry.answer)
    if (fault) refused.push({ index: entry.index, code: 'plan_limit_reached', message: messages[fault] })
    else taken.push(entry)
  }
  return { taken, refused }
}

/** The prompt that an answer belongs to, as prompts are told apart. */
export const promptOf = ({ prompt, locale }: ImportedAnswer) => ({
  text: prompt,
  country: locale?.country ?? null,
  language: locale?.language ?? null,
})

async function roomOf(context: Context, brand: Brand): Promise<Room> {
  const { db, caller, now } = context
  const organizationId = organizationOf(context)
  const platforms = await platformRoom(context)
  const { prompts, answersPerMonth } = plans[platforms.plan]
  const active = await activePrompts(db, organizationId, brand.id)
  const activeOfAll = await countActivePrompts(db, organizationId)
  const { answers } = await usedInPeriod(db, organizationId, periodOf(caller.organization.anchorAt, now).start)
  return {
    ...platforms,
    prompts: {
      known: new Set(active.map(sameness)),
      paused: new Set(active.filter(({ isPaused }) => isPaused).map(sameness)),
      used: activeOfAll,
      places: prompts - activeOfAll,
    },
    answers: { used: answers, places: answersPerMonth - answers },
  }
}

type Fault = 'platforms' | 'prompts' | 'pausedPrompt' | 'answers'

/** Why an answer does not fit; null: it does, and has taken its places. */
function faultOf(room: Room, answer: ImportedAnswer): Fault | null {
  const { open, prompts, answers } = room
  const prompt = sameness(promptOf(answer))
  const isNewPlatform = !open.includes(answer.platform)
  const isNewPrompt = !prompts.known.has(prompt)
  if (isNewPlatform && (room.places <= 0 || room.used.includes(answer.platform))) return 'platforms'
  if (prompts.paused.has(prompt)) return 'pausedPrompt'
  if (isNewPrompt && prompts.places <= 0) return 'prompts'
  if (answers.places <= 0) return 'answers'
  if (isNewPlatform) {
    open.push(answer.platform)
    room.places -= 1
  }
  if (isNewPrompt) {
    prompts.known.add(prompt)
    prompts.places -= 1
  }
  answers.places -= 1
  return null
}

/** Of the whole batch, before anything of it is taken. */
function messagesOf({ plan, limit, used, open, prompts, answers }: Room, fresh: Accepted[]): Record<Fault, string> {
  const tell = (limited: Limited): string => limitMessage(limited, plan)
  const asked = (of: string[], known: (one: string) => boolean): number => new Set(of.filter((one) => !known(one))).size
  const newPlatforms = asked(
    fresh.map(({ answer }) => answer.platform),
    (slug) => open.includes(slug),
  )
  const newPrompts = asked(
    fresh.map(({ answer }) => sameness(promptOf(answer))),
    (prompt) => prompts.known.has(prompt),
  )
  const ofPrompts = { what: 'prompts', limit: plans[plan].prompts, current: prompts.used }
  return {
    platforms: tell({ what: 'platforms', limit, current: used.length, asked: newPlatforms }),
    prompts: tell({ ...ofPrompts, asked: newPrompts }),
    pausedPrompt: `This prompt is paused. ${tell(ofPrompts)}`,
    answers: tell({
      what: 'answers a month',
      limit: plans[plan].answersPerMonth,
      current: answers.used,
      asked: fresh.length,
    }),
  }
}
