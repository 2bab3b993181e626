import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { seedBrand, type Tenant, type TestApp } from '../support/test-app.ts'
import { liftMinuteLimit } from '../support/owner.ts'
import { quiet } from '../support/pipeline.ts'
import { openApp } from '../support/product.ts'
import { readsOf } from '../support/reads.ts'
import { countBlocks, resetBlocks, statementBlocks, type StatementBlocks } from '../support/statement-blocks.ts'
import { storeAnswers, type Group } from '../support/stored-answers.ts'

const PLATFORMS = ['chatgpt', 'claude']
/** Two windows of four weeks: what is made from answers looks no further back. */
const SOME: Group = { brands: 1, prompts: 8, platforms: 2, repeats: 1, days: 56, isMeasured: true, isShort: true }
const TIMES = 8
const MANY: Group = { ...SOME, days: SOME.days * TIMES }
const CROWD: Group = { brands: 10, prompts: 5, platforms: 2, repeats: 1, days: 30, isMeasured: false, isShort: true }
/** An index that is one level deeper costs a block more each time it is asked; what is looked through costs eight times as many. */
const FLAT = 1.35
/** Each statement may find its table in one part more; of what touches next to nothing, a plan of another kind is allowed. */
const slackOf = (blocks: number): number => (blocks < 8 ? 2 : 8)

const ANSWER = 'a stored answer'
/** Without the window of ninety days, which reaches further back than the fewer answers do. */
const UNITS = ['a score read', 'a page of 50 answers', 'a list of prompts', 'share of voice', 'platform results', 'a page of citations', 'a page of events', 'an exported row'] // prettier-ignore

type Place = { house: TestApp; tenant: Tenant; brandId: string }
/** By unit. */
type Blocks = Map<string, { all: number; by: StatementBlocks[] }>

/** Blocks of 8 KB that statements touch are the same on every machine. The time is measured by `npm run bench -- growth`. */
describe('eight times as many answers of a brand, other brands’ beside them', { timeout: 180_000 }, () => {
  let few: Blocks
  let many: Blocks

  before(async () => {
    await countBlocks()
    few = await measured([SOME, CROWD])
    many = await measured([MANY, { ...CROWD, brands: 3 * CROWD.brands }])
  })

  async function measured(groups: Group[]): Promise<Blocks> {
    const database = await freshDatabase()
    const house = await openApp(database, { lab: { seed: 3 } })
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { brandId } = await seedBrand(tenant.client, house.lab, SOME.prompts)
    await store({ house, tenant, brandId })
    const { ownerUrl } = database
    await storeAnswers({ ownerUrl, organizationId: tenant.organizationId, brandId }, groups)
    const blocks: Blocks = new Map()
    const note = async (unit: string, work: () => Promise<number>): Promise<void> => {
      await work()
      await resetBlocks()
      const done = await work()
      const by = await statementBlocks(ownerUrl)
      blocks.set(unit, { all: by.reduce((sum, one) => sum + one.blocks, 0) / done, by })
    }
    for (const [unit, times, work] of readsOf(tenant.client, brandId))
      await note(unit, async () => {
        let done = 0
        for (let time = 0; time < Math.min(times, 4); time += 1) done += await work()
        return done
      })
    await note(ANSWER, () => store({ house, tenant, brandId }))
    await house.close()
    return blocks
  }

  for (const unit of [...UNITS, ANSWER])
    test(`${unit} touches no more of the database`, () => {
      const [less, more] = [few.get(unit), many.get(unit)]
      assert.ok(less && more)
      console.log(`${unit}: ${less.all.toFixed(1)} blocks, then ${more.all.toFixed(1)}`)
      assert.ok(
        more.all <= FLAT * less.all + slackOf(less.all),
        `${less.all} → ${more.all}: ${grown(less.by, more.by)}`,
      )
    })
})

/** Imported: one batch, counted, scored and looked at for advice and moves once, however slow the machine is. */
async function store({ house, tenant, brandId }: Place): Promise<number> {
  const prompts = await tenant.client.listPrompts({ params: { id: brandId } })
  const answers = prompts.data.flatMap(({ text: prompt }) =>
    PLATFORMS.map((platform) => ({ prompt, platform, text: `Of all tools for "${prompt}" Fernhold is the best.` })),
  )
  const { accepted } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
  await quiet(house)
  return accepted
}

const grown = (before: StatementBlocks[], then: StatementBlocks[]): string => {
  const known = new Map(before.map(({ text, blocks }) => [text, blocks]))
  return then
    .map(({ text, blocks }) => ({ text, from: known.get(text) ?? 0, to: blocks }))
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, 3)
    .map(({ text, from, to }) => `${from} → ${to}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
    .join('\n')
}
