import { fingerprintOf, SHOWN_ANSWERS, type Advice, type Detector } from '../advice.ts'
import { recurringClaims, type Claim } from '../claims.ts'
import { sentimentLexicon } from '../../../reading/text/sentiment-lexicon.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { rivalsNamed, type Situation } from '../situation.ts'
import { counted, cut, during, listed } from '../words.ts'

const MIN_RIVAL_SHARE = 0.3
const SHOWN_QUOTES = 5
const SHOWN_SOURCES = 5
const QUOTE_LENGTH = 240

/** Criticism of the brand that several answers repeat, with the sources they point at. */
export const findNegativeClaims: Detector = (situation) => {
  const names = [situation.brand.name, ...situation.rivals.map(({ name }) => name)]
  const measured = situation.criticism.filter(({ promptId, platform }) => situation.cell(promptId, platform))
  const isKnown = (subject: string): boolean => situation.known.has(fingerprintOf({ kind: 'negative_claim', subject }))
  const claims = recurringClaims(measured, names, isKnown, sentimentLexicon())
  return claims.map((claim) => adviceOn(situation, claim))
}

function adviceOn(situation: Situation, { key, words, criticism }: Claim): Advice {
  const { brand } = situation
  const answers = new Set(criticism.map(({ answerId }) => answerId)).size
  const prompts = new Set(criticism.map(({ promptId }) => promptId)).size
  const cells = cellsOf(situation, criticism)
  const sources = sourcesOf(criticism)
  const pointedAt = sources.length === 0 ? '' : ` They point at ${listed(sources.map(({ domain }) => domain))}.`
  return {
    kind: 'negative_claim',
    subject: key,
    title: `Respond to a criticism that recurs: ${words}`,
    summary: `${during(situation)} ${counted(answers, 'answer')} to ${counted(prompts, 'question')} spoke ill of ${brand.name} with the ${words.includes(' ') ? 'words' : 'word'} ${words}.${pointedAt} If it is true, mend the cause and say so publicly; if it no longer is, show it on your own pages and ask the sources for a correction. Criticism itself is no part of the score.`,
    effort: kindsOfAdvice.negative_claim.effort,
    cells,
    havers: rivalsNamed(
      situation,
      cells.flatMap(({ promptId, platform }) => situation.cell(promptId, platform) ?? []),
      MIN_RIVAL_SHARE,
    ),
    lacks: 'presence',
    answers,
    evidence: {
      sources,
      searches: [],
      quotes: criticism.slice(-SHOWN_QUOTES).map(({ text, answerId }) => ({ text: cut(text, QUOTE_LENGTH), answerId })),
      answerIds: [...new Set(criticism.map(({ answerId }) => answerId))]
        .toSorted()
        .toReversed()
        .slice(0, SHOWN_ANSWERS),
    },
    shownBy: { names: 'brand', drawsOn: null, isBefore: false },
  }
}

function cellsOf(situation: Situation, criticism: Claim['criticism']): Advice['cells'] {
  const byCell = Map.groupBy(criticism, ({ promptId, platform }) => JSON.stringify([promptId, platform]))
  return [...byCell.values()].flatMap((told) => {
    const [{ promptId, platform } = { promptId: '', platform: '' }] = told
    const cell = situation.cell(promptId, platform)
    const answers = new Set(told.map(({ answerId }) => answerId)).size
    return cell ? [{ promptId, platform, reach: Math.min(1, answers / cell.answers) }] : []
  })
}

function sourcesOf(criticism: Claim['criticism']): Advice['evidence']['sources'] {
  const told = criticism.flatMap(({ sites, answerId }) => sites.map((domain) => ({ domain, answerId })))
  return [...Map.groupBy(told, ({ domain }) => domain)]
    .map(([domain, of]) => ({ domain, url: null, answers: new Set(of.map(({ answerId }) => answerId)).size }))
    .toSorted((one, other) => other.answers - one.answers || (one.domain < other.domain ? -1 : 1))
    .slice(0, SHOWN_SOURCES)
}
