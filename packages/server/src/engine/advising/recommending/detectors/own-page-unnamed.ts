import { noEvidence, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import type { OwnPageCell } from '../market.ts'
import { rivalsNamed, sumOf, type Situation } from '../situation.ts'
import { counted, during } from '../words.ts'

/** Answers that draw on the page without naming the brand, and their share of those that draw on it. */
const MIN_ANSWERS = 3
const MIN_SHARE = 0.5
const MIN_RIVAL_SHARE = 0.3

/** Pages of the brand's own that answers draw on without naming the brand. */
export const findUnnamedPages: Detector = (situation) =>
  [...Map.groupBy(situation.ownPages, addressOf)].flatMap(([address, uses]) => adviceOn(situation, address, uses) ?? [])

/** Where the platform tells the site only, the site. */
const addressOf = ({ url, domain }: OwnPageCell): string => url ?? domain

function adviceOn(situation: Situation, address: string, uses: readonly OwnPageCell[]): Advice | undefined {
  const { slack } = situation
  const found = uses.flatMap((use) => {
    const cell = situation.cell(use.promptId, use.platform)
    return cell ? [{ use, cell }] : []
  })
  const answers = sumOf(found, ({ use }) => use.answers)
  const unnamed = sumOf(found, ({ use }) => use.unnamed)
  const gaps = found.filter(({ use }) => use.unnamed > 0)
  const havers = rivalsNamed(
    situation,
    gaps.map(({ cell }) => cell),
    MIN_RIVAL_SHARE,
  )
  if (unnamed < MIN_ANSWERS * slack || unnamed / answers < MIN_SHARE * slack || havers.length === 0) return undefined
  const { brand } = situation
  const { url = null, domain = '' } = uses[0] ?? {}
  const page = { url, domain }
  return {
    kind: 'own_page_unnamed',
    subject: address,
    title: `Say your name on ${shortAddress(address)}`,
    summary: `${during(situation)} ${counted(answers, 'answer')} drew on ${shortAddress(address)}, and ${unnamed} of them did not name ${brand.name}. State in the page’s title, its first sentence and the sentences that are worth quoting whose offer it is; visibly, for readers and machines alike.`,
    effort: kindsOfAdvice.own_page_unnamed.effort,
    cells: gaps.map(({ use, cell }) => ({
      promptId: use.promptId,
      platform: use.platform,
      reach: Math.min(1, use.unnamed / cell.answers),
    })),
    havers,
    lacks: 'presence',
    answers: unnamed,
    evidence: { ...noEvidence, sources: [{ ...page, answers }] },
    shownBy: { names: 'not_brand', drawsOn: page, isBefore: false },
  }
}

/** Without scheme, cut: an address is text from outside. */
const shortAddress = (address: string): string => {
  const plain = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain
}
