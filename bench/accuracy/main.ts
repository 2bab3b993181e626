// `npm run accuracy`: how well brands are found, on our own texts and on those of the folders that are named.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from './measure.ts'
import { judgeByAll, tablesOf } from './tables.ts'
import { OWN_TEXTS, readTexts } from './texts.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/accuracy.md')
/** What `--write` replaces. */
const TABLES = /(?<=<!-- tables -->\n\n)[\s\S]*(?=<!-- end -->)/

const args = process.argv.slice(2)
const folders = args.filter((arg) => !arg.startsWith('--'))
for (const folder of folders.length > 0 ? folders : [OWN_TEXTS]) {
  const judged = judgeByAll(readTexts(folder))
  const tables = tablesOf(judged)
  process.stdout.write(`${folder}\n\n${tables}\n`)
  if (args.includes('--mistakes'))
    measure(judged[0]?.all ?? [], null, (mistake) => process.stdout.write(`${mistake}\n`))
  if (args.includes('--write') && folder === OWN_TEXTS)
    writeFileSync(
      DOCUMENT,
      readFileSync(DOCUMENT, 'utf8').replace(TABLES, () => `${tables}\n`),
    )
}
