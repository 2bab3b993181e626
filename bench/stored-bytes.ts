import { printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, importAll, openMeasuredBrand, parts, pastAnswers } from './support/opened.ts'

const TEXT_BYTES = 2_048
const ANSWERS = 2_000

/** What an answer of 2 KB takes on disk, table by table, as a share of its text's bytes. */
export async function benchStoredBytes(): Promise<void> {
  const { house, tenant, brandId } = await openMeasuredBrand(1)
  const { ownerUrl } = house.database
  const answers = textsOfTwoKilobytes(pastAnswers(house.lab?.market, 90))
  const before = await sizes(ownerUrl)
  for (const part of parts(answers)) await importAll(tenant, brandId, part)
  const after = await sizes(ownerUrl)
  await house.close()
  const textBytes = answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  printHeading(
    'stored-bytes',
    `${answers.length} imported answers of ${shown(textBytes / answers.length)} bytes: bytes on disk (rows, indexes, out-of-line parts) : bytes of text.`,
  )
  const added = [...after].map(([table, size]) => [table, size - (before.get(table) ?? 0)] as const)
  const all = added.reduce((sum, [, bytes]) => sum + bytes, 0)
  for (const [table, bytes] of added.toSorted(([, one], [, other]) => other - one))
    if (bytes / all >= 0.01) printRatio(table, bytes / textBytes, table === 'answer' ? { atMost: 0.75 } : undefined)
  const answerAndObservation = added.filter(([table]) => table === 'answer' || table === 'observation')
  printRatio('answer and observation', answerAndObservation.reduce((sum, [, bytes]) => sum + bytes, 0) / textBytes)
  printRatio('all tables', all / textBytes)
}

/** The lab's answers are shorter: two of them, one below the other, cut off at 2 KB. */
function textsOfTwoKilobytes(answers: ReturnType<typeof pastAnswers>): ReturnType<typeof pastAnswers> {
  const long = answers.filter(({ text }) => text.length > 1_000)
  return long.slice(0, ANSWERS).map((answer, index) => {
    const text = `${answer.text}\n\n${long.at(-1 - index)?.text ?? ''}`
    return {
      ...answer,
      text: Buffer.from(text)
        .subarray(0, TEXT_BYTES)
        .toString()
        .replace(/\uFFFD$/, ''),
    }
  })
}

async function sizes(ownerUrl: string): Promise<Map<string, number>> {
  await asOwner(ownerUrl, 'vacuum analyze')
  const rows = await asOwner<{ table: string; bytes: string }>(
    ownerUrl,
    `select relname as table, coalesce(
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree(pg_class.oid)), pg_total_relation_size(oid)) as bytes
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]))
}
