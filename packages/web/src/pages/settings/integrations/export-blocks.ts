import type { Input } from '../../../api/contract.ts'

export type Dataset = Input<'exportRows'> extends { params: { dataset: infer Name } } ? Name : never

// The contract holds the names: one missing does not compile.
export const datasetWords: Record<Dataset, { label: string; says: string }> = {
  scores: { label: 'Scores', says: 'A score with its interval for each brand, platform and day.' },
  'platform-results': { label: 'Platform results', says: 'Counts of each tracked name by platform and day.' },
  'share-of-voice': { label: 'Share of voice', says: 'The share of each tracked name by day.' },
  mentions: { label: 'Mentions', says: 'Each tracked name in each answer, with its place.' },
  citations: { label: 'Citations', says: 'Each source of each answer.' },
  events: { label: 'Events', says: 'Changes of score, alerts and new recommendations.' },
  recommendations: { label: 'Recommendations', says: 'Advice with its status, estimated and measured lift.' },
}

/** One page of rows in a terminal. */
export const curlBlock = (base: string, dataset: Dataset): string =>
  `curl -s "${base}/exports/${dataset}?limit=1000" \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`

/** All rows to a file, page by page; run again it goes on where it ended. Node 24, no library. */
export const warehouseBlock = (base: string, dataset: Dataset): string => `// node export.mjs > ${dataset}.ndjson
// Next time: UPDATED_SINCE=<the last row's updatedAt>; then upsert by id, drop rows with deletedAt.
const query = { limit: '1000', ...(process.env.UPDATED_SINCE && { updatedSince: process.env.UPDATED_SINCE }) }
let cursor
do {
  const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) })
  const response = await fetch(\`${base}/exports/${dataset}?\${search}\`, {
    headers: { authorization: \`Bearer \${process.env.SERVICE_API_KEY}\` },
  })
  if (!response.ok) throw new Error(await response.text())
  const { data, pagination } = await response.json()
  for (const row of data) console.log(JSON.stringify(row))
  cursor = pagination.nextCursor
} while (cursor)`

/** For Power BI and Excel: a fixed base address, so that a scheduled refresh accepts it. */
export const powerQueryBlock = (base: string, dataset: Dataset): string => `let
  Key = "sl_live_…",
  Page = (cursor as nullable text) =>
    Json.Document(Web.Contents("${base}", [
      RelativePath = "exports/${dataset}",
      Query = if cursor = null then [limit = "1000"] else [limit = "1000", cursor = cursor],
      Headers = [Authorization = "Bearer " & Key]
    ])),
  Pages = List.Generate(
    () => Page(null),
    each _ <> null,
    each if [pagination][nextCursor] = null then null else Page([pagination][nextCursor])
  ),
  Rows = List.Combine(List.Transform(Pages, each [data])),
  Table = Table.FromRecords(Rows)
in
  Table`
