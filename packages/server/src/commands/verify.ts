import { reportsOf } from '../pipeline/scoring/score.ts'
import { verifyBrand, type Mismatch } from '../pipeline/reading/verify.ts'
import type { Unfinished } from '../pipeline/reading/unfinished.ts'
import { listBrands } from '../store/measuring/brands.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { withApp, type OpenApp, type Shell } from './with-app.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes: everything is equal, something differs, what is finished is equal. */
const EQUAL = 0
const DIFFERS = 1
const UNFINISHED = 3

/** Recomputes everything from the raw answers, and says of each thing that differs or is not finished yet. @returns the exit code */
export async function verifyCommand(shell: Shell, options: { json?: boolean }): Promise<number> {
  const teller = options.json ? tellJson(shell.terminal) : tellPeople(shell.terminal)
  const total = await withApp(shell, (opened) => verifyAll(opened, teller))
  teller.end(total)
  return total.differences > 0 ? DIFFERS : total.unfinished > 0 ? UNFINISHED : EQUAL
}

type Total = { answers: number; unreadable: number; differences: number; unfinished: number }
/** Writes what is found when it is found: a large installation may have more of it than fits in memory. */
type Teller = { difference(found: Mismatch): void; unfinished(found: Unfinished): void; end(total: Total): void }

async function verifyAll({ app, installation }: OpenApp, teller: Teller): Promise<Total> {
  const total: Total = { answers: 0, unreadable: 0, differences: 0, unfinished: 0 }
  const tell = (difference: Mismatch): void => {
    total.differences += 1
    teller.difference(difference)
  }
  for (const { id: organizationId } of await listOrganizations(installation.ownerUrl)) {
    const brands = await app.database.transaction(organizationId, (db) =>
      listBrands(db, organizationId, { limit: 10_000, after: null, ids: null }),
    )
    for (const brand of brands) {
      const { answers, unreadable, unfinished } = await verifyBrand(app, organizationId, brand.id, {
        report: reportsOf,
        tell,
      })
      total.answers += answers
      total.unreadable += unreadable
      total.unfinished += unfinished.length
      unfinished.forEach(teller.unfinished)
    }
  }
  return total
}

/** One line each, in the order in which they are found. */
const tellPeople = (terminal: Terminal): Teller => ({
  difference: ({ brandId, what, where }) => terminal.out(`${brandId}: ${what} differs at ${where}\n`),
  unfinished: (found) => terminal.out(`${found.brandId}: not finished: ${wordsOf(found)}\n`),
  end: ({ answers, unreadable, differences, unfinished }) => {
    const unread = unreadable > 0 ? `, of them ${unreadable} unreadable: sightline reread` : ''
    if (differences > 0) terminal.out(`${differences} differences in ${answers} answers${unread}\n`)
    else if (unfinished === 0) terminal.out(`equal (${answers} answers recomputed${unread})\n`)
    else
      terminal.out(
        `equal as far as finished (${answers} answers recomputed${unread}); verify again when nothing waits\n`,
      )
  },
})

function wordsOf({ what, where, answers }: Unfinished): string {
  switch (what) {
    case 'run':
      return `run ${where}, ${answers} answers to come`
    case 'extraction':
      return `${answers} answers of run ${where} are not read yet`
    case 'names':
      return `${answers} answers are to be read again, because names changed`
    case 'version':
      return `${answers} answers were read by an older version, and are read again while the service runs`
    case 'score':
      return 'scores and exports are to be computed anew'
  }
}

/** One object, written piece by piece: what is unfinished is little, and comes behind the differences. */
function tellJson(terminal: Terminal): Teller {
  let lead = '{"differences":['
  const waiting: Unfinished[] = []
  return {
    difference: (found) => {
      terminal.out(`${lead}${JSON.stringify(found)}`)
      lead = ',\n'
    },
    unfinished: (found) => void waiting.push(found),
    end: ({ answers, unreadable, differences, unfinished }) => {
      const rest = { unfinished: waiting, answers, unreadable, equal: differences === 0, finished: unfinished === 0 }
      const opening = differences === 0 ? lead : ''
      terminal.out(`${opening}],${JSON.stringify(rest).slice(1)}\n`)
    },
  }
}
