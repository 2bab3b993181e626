import type { SightlineEvent } from '@sightline/sdk'
import { eventLine, webAddress } from './event-notice.ts'
import type { Notice } from './notice.ts'
import { plainText } from './plain-text.ts'
import { writers, type MessageFormat } from './render.ts'

export type DigestGroup = { brandName: string; events: SightlineEvent[] }

/**
 * A burst of events as one message: a part a brand, a line an event, most important first as they are given. It shows as
 * many lines as the format has room for and says how many there are in all.
 * @param span first and last instant, ISO 8601
 */
export function renderDigest(
  format: MessageFormat,
  groups: DigestGroup[],
  { span, dashboardUrl }: { span: { from: string; to: string }; dashboardUrl: string | null },
): unknown {
  for (let lines = MOST_LINES; ; lines--) {
    const message = writers[format](digestNotice(groups, lines, span, dashboardUrl))
    if (lines === 1 || hasRoom(format, message)) return message
  }
}

const MOST_LINES = 40
const LINES_A_BRAND = 8
const LINE_LENGTH = 160
/** Characters over all: Discord refuses more than 6,000, Slack some 13,000. */
const textLimits = { slack: 12_000, discord: 5_900, teams: Infinity, googlechat: Infinity } as const
const MOST_BYTES = 20_000

function digestNotice(
  groups: DigestGroup[],
  lineCount: number,
  span: { from: string; to: string },
  dashboardUrl: string | null,
): Notice {
  const sections = sectionsOf(groups, lineCount)
  const total = groups.reduce((sum, { events }) => sum + events.length, 0)
  const shown = sections.reduce((sum, { lines }) => sum + lines.length, 0)
  return {
    kind: 'Alert digest',
    headline: `${counted(total, 'alert')} for ${counted(groups.length, 'brand')}`,
    sentence: `From ${plainText(span.from, 40)} to ${plainText(span.to, 40)}.${shown < total ? ` ${shown} of them are shown.` : ''}`,
    facts: [],
    sections,
    footer: 'Sightline',
    tone: 'neutral',
    url: webAddress(dashboardUrl),
  }
}

/** Brands in their order, until the lines are used up; a brand without a line left is not named. */
function sectionsOf(groups: DigestGroup[], lineCount: number): Notice['sections'] {
  let left = lineCount
  return groups.flatMap(({ brandName, events }) => {
    const shown = events.slice(0, Math.min(left, LINES_A_BRAND))
    left -= shown.length
    if (shown.length === 0) return []
    return [
      {
        title: plainText(brandName, 100),
        lines: shown.map((event) => plainText(eventLine(event, brandName), LINE_LENGTH)),
      },
    ]
  })
}

function hasRoom(format: MessageFormat, message: unknown): boolean {
  const json = JSON.stringify(message)
  return new TextEncoder().encode(json).length <= MOST_BYTES && textLength(message) <= textLimits[format]
}

function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + textLength(part), 0)
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
