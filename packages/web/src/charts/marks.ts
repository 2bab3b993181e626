import type { Output } from '../api/contract.ts'
import { counted } from '../format/numbers.ts'

type Mark = Output<'getScoreHistory'>['marks'][number]

/** What else may have moved the numbers on a day, in words. */
export function markText(
  { kind, platform, before, after, added, removed, changed, names }: Mark,
  platformName: (slug: string) => string,
): string {
  switch (kind) {
    case 'model':
      return `${platform === null ? 'A platform' : platformName(platform)} answers from the model ${after ?? 'unknown'}${before === null ? '' : `, before from ${before}`}`
    case 'prompts':
      return `Prompts: ${changes({ added, removed, changed })}`
    case 'competitors':
      return `Competitors: ${changes({ added, removed, changed })}${names.length > 0 ? ` (${names.join(', ')})` : ''}`
  }
}

const changes = (counts: Record<string, number | null>): string =>
  Object.entries(counts)
    .filter(([, count]) => count !== null && count > 0)
    .map(([word, count]) => `${counted(count ?? 0, '', '').trim()} ${word}`)
    .join(', ') || 'changed'
