import { Problem, type BrandScore } from '@sightline/sdk'
import type { App } from '../app.ts'
import { scoreHandlers } from '../operations/scoring/scores.ts'
import { asCommandLine } from './with-app.ts'
import { table } from './terminal.ts'

/** A brand's score for a person to read: every number with its interval and the answers behind it. */
export async function scoreTable(app: App, organizationId: string, brandId: string): Promise<string> {
  const score = await brandScore(app, organizationId, brandId)
  if (!score) return 'No valid answer yet, so there is no score.\n'
  const rows = [
    [
      'composite',
      String(score.composite),
      range(score.interval),
      String(score.sample.answers),
      String(score.sample.prompts),
      '',
    ],
    ...score.platforms.map((platform) => [
      platform.label,
      String(platform.score),
      range(platform.interval),
      String(platform.sample.answers),
      String(platform.sample.prompts),
      platform.surface,
    ]),
  ]
  const notes = [
    score.provisional ? 'Provisional: fewer than 5 prompts or 30 valid answers.' : '',
    score.simulated ? 'SIMULATED: these answers were made up by the lab and measure nothing real.' : '',
  ].filter(Boolean)
  return `\n${table(['score', '0–100', '95 % interval', 'answers', 'prompts', 'surface'], rows)}\n${notes.map((note) => `${note}\n`).join('')}`
}

/** Null while there is no valid answer. */
export async function brandScore(app: App, organizationId: string, brandId: string): Promise<BrandScore | null> {
  try {
    return await asCommandLine(app, organizationId, (context) =>
      scoreHandlers.getBrandScore(context, { params: { id: brandId }, query: { window: '7d' }, body: undefined }),
    )
  } catch (error) {
    if (error instanceof Problem && error.code === 'score_not_available') return null
    throw error
  }
}

const range = (interval: number[] | null): string =>
  interval ? `${interval[0]?.toFixed(1)} – ${interval[1]?.toFixed(1)}` : 'not known'
