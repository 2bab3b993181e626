import { platforms as catalogue, type SightlineEvent } from '@sightline/sdk'
import type { Notice } from './notice.ts'
import { plainText } from './plain-text.ts'

type Options = { brandName: string; dashboardUrl: string | null; isTest: boolean }
type Data<Type extends SightlineEvent['type']> = Extract<SightlineEvent, { type: Type }>['data']

/** What an event says to a person: what changed, from what to what, how sure that is, and on how many answers it rests. */
export function eventNotice(event: SightlineEvent, options: Options): Notice {
  const brand = plainText(options.brandName, NAME_LENGTH)
  const { line: _, ...said } = saidOf(event, brand)
  return {
    ...said,
    kind: options.isTest ? `Test: ${said.kind}` : said.kind,
    sentence: options.isTest ? `This is a test message; nothing happened. ${said.sentence}` : said.sentence,
    sections: [],
    footer: `Sightline · ${plainText(event.timestamp, 40)} · ${plainText(event.id, 64)}`,
    url: webAddress(options.dashboardUrl),
  }
}

/** An event in one line, for lists that name the brand already. */
export function eventLine(event: SightlineEvent, brandName: string): string {
  const { line } = saidOf(event, plainText(brandName, NAME_LENGTH))
  return `${line}${isSignificant(event) ? '' : ' (may be chance)'}${event.data.simulated ? ' (simulated)' : ''}`
}

/** An address that a chat tool may be given to open, or null; encoded are the signs that mean something to one of them. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const href = url.href.replaceAll(/[@|{}<>]/g, encodeURIComponent)
  return href.length <= 2_000 ? href : null
}

const NAME_LENGTH = 100
const TITLE_LENGTH = 300
const PLATFORMS_SHOWN = 8

type Said = Pick<Notice, 'kind' | 'headline' | 'sentence' | 'facts' | 'tone'> & { line: string }

function saidOf(event: SightlineEvent, brand: string): Said {
  switch (event.type) {
    case 'score.changed':
      return scoreChanged(event.data, brand)
    case 'competitor.alert':
      return competitorAlert(event.data, brand)
    case 'recommendation.new':
      return recommendationNew(event.data, brand)
  }
}

function scoreChanged(data: Data<'score.changed'>, brand: string): Said {
  const change = `${direction(data.delta)}, ${data.previous} → ${data.current}`
  return {
    kind: 'Visibility score changed',
    headline: `${brand}: visibility ${change}`,
    line: `Visibility ${change}`,
    sentence: `The visibility score of ${brand} went from ${data.previous} to ${data.current}. ${scoreVerdict(data)}`,
    facts: [
      { label: 'Score', value: `${data.previous} → ${data.current} (${signed(data.delta)} points)` },
      ...measuredFacts(data),
      ...beyondRivalsFact(data),
      ...(data.platforms.length > 0 ? [{ label: 'Platforms', value: platformChanges(data.platforms) }] : []),
    ],
    tone: data.delta > 0 ? 'up' : data.delta < 0 ? 'down' : 'neutral',
  }
}

function competitorAlert(data: Data<'competitor.alert'>, brand: string): Said {
  const name = plainText(data.name, NAME_LENGTH)
  const ownScore = data.brandScore === null ? [] : [{ label: `Score of ${brand}`, value: String(data.brandScore) }]
  return {
    kind: 'Competitor alert',
    headline: moveHeadline(data, name, brand),
    line: moveHeadline(data, name, brand),
    sentence: `${moveSentence(data, name, brand)} ${verdict(data)}`,
    facts: [
      {
        label: `${measureNames[data.measure]} of ${name}`,
        value: `${number(data.previous)} → ${number(data.current)}`,
      },
      ...ownScore,
      ...measuredFacts(data),
    ],
    tone: 'neutral',
  }
}

const measureNames = { score: 'Score', share_of_voice: 'Share of voice', answers: 'Answers that name it:' } as const

function moveHeadline(data: Data<'competitor.alert'>, name: string, brand: string): string {
  switch (data.move) {
    case 'score_moved':
      return `${name}: score ${direction(data.delta)}, ${number(data.previous)} → ${number(data.current)}`
    case 'sov_moved':
      return `${name}: share of voice ${direction(data.delta)}, ${number(data.previous)} → ${number(data.current)}`
    case 'overtook':
      return `${name} overtook ${brand}`
    case 'fell_behind':
      return `${name} fell behind ${brand}`
    case 'new_entrant':
      return `New name beside ${brand}: ${name}`
  }
}

function moveSentence(data: Data<'competitor.alert'>, name: string, brand: string): string {
  switch (data.move) {
    case 'score_moved':
    case 'sov_moved':
      return `${name}, a competitor of ${brand}, made a notable move.`
    case 'overtook':
      return `${name} stood above ${brand} in two windows in a row.`
    case 'fell_behind':
      return `${name} stood below ${brand} in two windows in a row.`
    case 'new_entrant':
      return `${name} is not tracked, and many answers about ${brand}’s market name it.`
  }
}

function recommendationNew(data: Data<'recommendation.new'>, brand: string): Said {
  const [from, to] = data.liftRange
  const title = plainText(data.title, TITLE_LENGTH)
  return {
    kind: 'New recommendation',
    headline: `New recommendation for ${brand}: ${signed(data.estimatedLift)} points`,
    line: `New recommendation, ${signed(data.estimatedLift)} points: ${title}`,
    sentence: title,
    facts: [
      {
        label: 'Estimated lift',
        value: `${signed(data.estimatedLift)} points (from ${number(from ?? 0)} to ${number(to ?? 0)}), an estimate`,
      },
      { label: 'Effort', value: data.effort },
      { label: 'Rests on', value: basis(data) },
    ],
    tone: 'neutral',
  }
}

type ScoreFacts = Pick<
  Data<'score.changed'>,
  'interval' | 'significant' | 'platformWide' | 'answers' | 'window' | 'simulated'
>

function measuredFacts(data: ScoreFacts): { label: string; value: string }[] {
  const [low, high] = data.interval ?? []
  return [
    {
      label: '95 % interval',
      value: low === undefined || high === undefined ? 'unknown: too few prompts' : `${number(low)} to ${number(high)}`,
    },
    { label: 'Significant', value: data.significant ? 'yes' : 'no, it may be chance' },
    ...(data.platformWide ? [{ label: 'Platforms moved everyone', value: 'yes, all tracked names together' }] : []),
    { label: 'Rests on', value: basis(data) },
  ]
}

const verdict = ({ significant }: Pick<ScoreFacts, 'significant'>): string =>
  significant ? 'The change is significant.' : 'The change is not significant: it may be chance.'

/** What the brand's rivals went through as well is not its own change. */
const scoreVerdict = (data: Data<'score.changed'>): string => {
  if (!data.beyondRivals) return verdict(data)
  return data.beyondRivals.significant
    ? 'The change is significant beyond its rivals.'
    : 'Beyond its rivals the change is not significant: it may be chance, or everybody’s.'
}

function beyondRivalsFact({ beyondRivals }: Data<'score.changed'>): { label: string; value: string }[] {
  if (!beyondRivals) return []
  const [low, high] = beyondRivals.interval ?? []
  const between = low === undefined || high === undefined ? '' : ` (${number(low)} to ${number(high)})`
  return [{ label: 'Beyond rivals', value: `${signed(beyondRivals.delta)} points${between}` }]
}

function basis({ answers, window, simulated }: Pick<ScoreFacts, 'answers' | 'window' | 'simulated'>): string {
  const counted = `${answers} ${simulated ? 'simulated ' : ''}answer${answers === 1 ? '' : 's'}`
  return `${counted}, window ${plainText(window, 8)}${simulated ? '; measures nothing real' : ''}`
}

function platformChanges(changes: Data<'score.changed'>['platforms']): string {
  const shown = changes
    .slice(0, PLATFORMS_SHOWN)
    .map(({ slug, previous, current }) => `${labelOf(slug)} ${previous ?? '–'} → ${current ?? '–'}`)
  const more = changes.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

const labelOf = (slug: string): string =>
  catalogue.find((platform) => platform.slug === slug)?.label ?? plainText(slug, 40)

const direction = (delta: number): string =>
  delta === 0 ? 'unchanged' : `${delta > 0 ? 'up' : 'down'} ${number(Math.abs(delta))} points`

const signed = (value: number): string => `${value > 0 ? '+' : ''}${number(value)}`

/** At most one decimal, with a true minus. */
const number = (value: number): string => String(Math.round(value * 10) / 10).replace('-', '−')

function isSignificant(event: SightlineEvent): boolean {
  if (event.type === 'recommendation.new') return true
  return event.type === 'score.changed' ? (event.data.beyondRivals ?? event.data).significant : event.data.significant
}
