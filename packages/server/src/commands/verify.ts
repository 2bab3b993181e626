import { reportsOf } from '../pipeline/score.ts'
import { verifyBrand, type Difference } from '../pipeline/verify.ts'
import { listBrands } from '../store/brands.ts'
import { listOrganizations } from '../store/operator.ts'
import { withHouse, type OpenHouse, type Shell } from './house.ts'

/** Recomputes everything from the raw answers and says "equal", or what differs. Exit code 1 when something does. */
export async function verifyCommand(shell: Shell, options: { json?: boolean }): Promise<number> {
  const { answers, differences } = await withHouse(shell, verifyAll)
  const isEqual = differences.length === 0
  if (options.json) shell.terminal.out(`${JSON.stringify({ equal: isEqual, answers, differences })}\n`)
  else
    shell.terminal.out(
      isEqual
        ? `equal (${answers} answers recomputed)\n`
        : `${differences.map(({ brandId, what, where }) => `${brandId}: ${what} differs at ${where}`).join('\n')}\n${differences.length} differences in ${answers} answers\n`,
    )
  return isEqual ? 0 : 1
}

async function verifyAll({ app, installation }: OpenHouse): Promise<{ answers: number; differences: Difference[] }> {
  const differences: Difference[] = []
  let answers = 0
  for (const { id: organizationId } of await listOrganizations(installation.ownerUrl)) {
    const brands = await app.database.transaction(organizationId, (db) =>
      listBrands(db, organizationId, { limit: 10_000, after: null, ids: null }),
    )
    for (const brand of brands) {
      const verified = await verifyBrand(app.database, organizationId, brand.id, reportsOf)
      answers += verified.answers
      differences.push(...verified.differences)
    }
  }
  return { answers, differences }
}
