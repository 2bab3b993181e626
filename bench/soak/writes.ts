import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../test/support/cluster-processes.ts'
import { PLATFORMS } from './stage.ts'
import type { Garden, Visitor } from './visitor.ts'

const PROMPTS = 4
const IMPORTED = 8

/** A brand of the market, which from now on is the one that is measured. */
export async function plant(visitor: Visitor): Promise<void> {
  const { market, caller } = visitor
  visitor.planted += 1
  const brands = [...market.brands]
  const own = brands[visitor.planted % brands.length]?.name ?? ''
  const rivals = brands.filter(({ name }) => name !== own).slice(0, 2)
  const garden = await growGarden(
    visitor,
    own,
    rivals.map(({ name }) => name),
  )
  if (garden) visitor.current = garden
  else caller.ledger.strange.set('a brand could not be made', 1)
}

async function growGarden({ caller, market }: Visitor, name: string, rivals: string[]): Promise<Garden | undefined> {
  const brand = await caller.surely((client, options) => client.createBrand({ body: { name } }, options))
  if (brand?.kind !== 'accepted') return undefined
  const { id } = brand.output
  let competitorId = ''
  for (const rival of rivals) {
    const added = await caller.surely((client, options) =>
      client.addCompetitor({ params: { id }, body: { name: rival } }, options),
    )
    if (added?.kind === 'accepted') competitorId = added.output.id
  }
  const prompts = market.prompts.slice(0, PROMPTS).map((text) => ({ text }))
  const made = await caller.surely((client, options) =>
    client.createPrompts({ params: { id }, body: { prompts } }, options),
  )
  if (made?.kind !== 'accepted') return undefined
  return { brandId: id, name, prompts: made.output.data.map(({ id, text }) => ({ id, text })), competitorId }
}

/** Without a key: what was not answered stays in doubt. */
export async function writePrompt(visitor: Visitor): Promise<void> {
  const text = `a question asked once, number ${(visitor.counter += 1)}`
  const { bookId } = visitor.guest
  const told = await visitor.caller.call((client, options) =>
    client.createPrompts({ params: { id: bookId }, body: { prompts: [{ text }] } }, options),
  )
  const place = { accepted: 'accepted', refused: 'refused', 'in doubt': 'inDoubt', unsent: 'refused' } as const
  visitor.prompts[place[told.kind]].push(text)
}

/** With a key, until it is answered. */
export async function writePromptSurely(visitor: Visitor): Promise<void> {
  const text = `a question asked surely, number ${(visitor.counter += 1)}`
  const { bookId } = visitor.guest
  const told = await visitor.caller.surely((client, options) =>
    client.createPrompts({ params: { id: bookId }, body: { prompts: [{ text }] } }, options),
  )
  visitor.prompts[told === undefined ? 'inDoubt' : told.kind].push(text)
}

/** Added to the book; every second one is removed again. */
export async function writeCompetitor(visitor: Visitor): Promise<void> {
  const number = (visitor.counter += 1)
  const name = `Rival ${number}`
  const { caller, guest, competitors } = visitor
  const added = await caller.surely(
    (client, options) => client.addCompetitor({ params: { id: guest.bookId }, body: { name } }, options),
    ['plan_limit_reached'],
  )
  if (added?.kind !== 'accepted') return
  const { id: cid } = added.output
  competitors.added.push(name)
  if (number % 2 === 0 && competitors.added.length < 20) return
  const removed = await caller.surely((client, options) =>
    client.removeCompetitor({ params: { id: guest.bookId, cid } }, options),
  )
  if (removed?.kind === 'accepted') competitors.removed.push(name)
}

/** All answers of the brand are looked through anew. */
export async function renameCompetitor({ caller, current, ...visitor }: Visitor): Promise<void> {
  if (!current) return
  const { brandId, competitorId } = current
  const aliases = [`Also known as ${visitor.counter}`]
  await caller.surely((client, options) =>
    client.updateCompetitor({ params: { id: brandId, cid: competitorId }, body: { aliases } }, options),
  )
}

/** Refused while another one of the brand goes on. */
export async function run({ caller, current, runs }: Visitor): Promise<void> {
  if (!current) return
  const body = { platforms: PLATFORMS, promptIds: current.prompts.map(({ id }) => id) }
  const told = await caller.surely(
    (client, options) => client.startRun({ params: { id: current.brandId }, body }, options),
    ['conflict'],
  )
  if (told?.kind === 'accepted' && !('dryRun' in told.output)) runs.push(told.output.id)
}

/** Answers that were collected elsewhere; in turns all of them name the brand, and none, so that its score changes. */
export async function importAnswers(visitor: Visitor): Promise<void> {
  const { caller, current } = visitor
  if (!current) return
  const number = (visitor.counter += 1)
  const who = number % 2 === 0 ? current.name : 'Nobody in particular'
  const answers = Array.from({ length: IMPORTED }, (_, index) => ({
    externalId: `import-${number}-${index}`,
    prompt: current.prompts[index % current.prompts.length]?.text ?? '',
    platform: PLATFORMS[index % PLATFORMS.length] ?? '',
    text: `For most teams **${who}** is the best choice. ${who} is easy to learn (answer ${index}).`,
  }))
  const told = await caller.surely(
    (client, options) => client.importAnswers({ params: { id: current.brandId }, body: { answers } }, options),
    ['conflict'],
  )
  if (told?.kind === 'accepted') visitor.externalIds.push(...answers.map(({ externalId }) => externalId))
}

/** A brand that is deleted in the middle of its first run. */
export async function deleteInRun(visitor: Visitor): Promise<void> {
  const { caller, random } = visitor
  const garden = await growGarden(visitor, `Deleted soon ${(visitor.counter += 1)}`, [`Its rival ${visitor.counter}`])
  if (!garden) return
  const { brandId: id } = garden
  await caller.surely((client, options) => client.startRun({ params: { id }, body: { platforms: PLATFORMS } }, options))
  await sleep(random() * 3_000)
  const told = await caller.surely((client, options) => client.deleteBrand({ params: { id } }, options))
  if (told?.kind === 'accepted') visitor.deletedBrands.push(id)
}

/** The schedule's appointment is now. Never two at a time: a turn that was not taken yet would be the same one. */
export async function bringTurnForward({ guest, turns }: Visitor, ownerUrl: string): Promise<void> {
  const moved = query(
    ownerUrl,
    `with turn as (
       select id from job where key = $2 and claimed_by is null and run_at > now() for update
     ), appointed as (
       update schedule set next_run_at = now() where brand_id = $1 and next_run_at > now() and exists (select from turn)
       returning brand_id
     )
     update job set run_at = now()
     where id in (select id from turn) and exists (select from appointed) returning id`,
    [guest.scheduledId, `schedule:${guest.scheduledId}`],
  )
  await moved.then(
    ({ length }) => (turns.taken += length),
    () => (turns.inDoubt += 1),
  )
}

/** Page by page, whatever dies meanwhile: in order, and no row twice. */
export async function walkExport(visitor: Visitor, number: number, isOver: () => boolean): Promise<void> {
  const dataset = DATASETS[number % DATASETS.length] ?? 'scores'
  const places: string[] = []
  const ids = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const page = await visitor.caller.surely((client, options) =>
      client.exportRows({ params: { dataset }, query }, options),
    )
    if (page?.kind !== 'accepted') return void visitor.wrongWalks.push(`${dataset}: no page`)
    for (const { id, updatedAt } of page.output.data) {
      if (ids.has(id)) visitor.wrongWalks.push(`${dataset}: ${id} came twice`)
      ids.add(id)
      places.push(`${updatedAt} ${id}`)
    }
    cursor = page.output.pagination.nextCursor ?? undefined
    if (cursor === undefined) break
    if (isOver()) return
    await sleep(400)
  }
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? '')))
    visitor.wrongWalks.push(`${dataset}: out of order`)
  visitor.walks += 1
}

const DATASETS = [
  'mentions',
  'scores',
  'citations',
  'events',
  'platform-results',
  'recommendations',
  'share-of-voice',
] as const
