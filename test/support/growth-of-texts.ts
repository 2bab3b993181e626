import { startDiscovery } from '../../packages/server/src/engine/measuring/discovery/discovery.ts'
import { promptsQuestion, readPrompts } from '../../packages/server/src/engine/measuring/discovery/prompts-by-model.ts'
import { questionKey } from '../../packages/server/src/engine/measuring/discovery/prompt-ideas.ts'
import { judgeQuestion, readVerdicts } from '../../packages/server/src/engine/reading/judging/question.ts'
import { doubtsOf } from '../../packages/server/src/engine/reading/judging/doubts.ts'
import { buildMatcher, type EntityNames } from '../../packages/server/src/engine/reading/names/matcher.ts'
import { makeLexicon } from '../../packages/server/src/engine/reading/names/lexicon.ts'
import { sentimentLexicon } from '../../packages/server/src/engine/reading/text/sentiment-lexicon.ts'
import { recurringClaims } from '../../packages/server/src/engine/advising/recommending/claims.ts'
import { criticalParts } from '../../packages/server/src/engine/advising/recommending/criticism.ts'
import { cut as cutWords, quoted } from '../../packages/server/src/engine/advising/recommending/words.ts'
import { isKnownTag } from '../../packages/server/src/http/responses.ts'
import { parsing } from '../../packages/server/src/http/json-body.ts'
import { fitted, plainText } from '../../packages/server/src/messages/plain-text.ts'
import { storable } from '../../packages/server/src/pipeline/measuring/storable.ts'
import { failure } from '../../packages/server/src/platforms/failures.ts'
import { emptyReading } from '../../packages/server/src/platforms/reading.ts'
import { tell } from '../../packages/mcp/src/answer.ts'
import { cut } from '../../packages/mcp/src/cut.ts'
import { outline } from '../../packages/mcp/src/outline.ts'
import { Quoted } from '../../packages/mcp/src/untrusted.ts'
import { readPastedLines } from '../../packages/web/src/pages/prompts/paste.ts'
import type { Reader } from './growth.ts'

/** All steps at once, so that they can be counted. */
const parseWhole = (bytes: Buffer): unknown[] => [...parsing(bytes, false)]

const entity = (name: string): EntityNames => ({
  id: name,
  kind: name === 'Notion' ? 'brand' : 'competitor',
  name,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})
const entities = ['Notion', 'Asana', 'Monday', 'Apple'].map(entity)
const matcher = buildMatcher(entities)
const lexicon = makeLexicon()
const judging = sentimentLexicon()

const discovered = (text: string): unknown => {
  const discovery = startDiscovery(entities, lexicon)
  for (const id of ['1', '2']) discovery.read({ id, prompt: 'best tool', text })
  return discovery.names(2)
}

const criticismOf = (text: string) =>
  ['1', '2', '3', '4'].map((answerId, at) => ({
    answerId,
    promptId: answerId,
    platform: `p${at % 2}`,
    text,
    sites: [],
  }))

const body = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Whatever goes through texts of strangers beside extraction, the platforms' readers and pages. */
const WORKS: Record<string, (text: string) => unknown> = {
  'discovery of names': discovered,
  'criticism': (text) => criticalParts(`Notion is bad. ${text}`, matcher, 'Notion'),
  'claims': (text) => recurringClaims(criticismOf(text), ['Notion'], () => false, judging),
  'words of advice': (text) => [cutWords(text, 80), quoted(text)],
  'questions for a model': (text) => {
    const doubts = doubtsOf(`Monday. ${text}`, matcher)
    judgeQuestion(text, doubts, new Map(), 'fence')
    const wanted = { brand: text, domains: [text], topics: [text], competitors: [text], present: [text], language: 'en' as const, country: null, count: 9 } // prettier-ignore
    return [promptsQuestion(wanted, 'fence'), questionKey(text)]
  },
  'what a model says': (text) => [
    readVerdicts({ verdicts: [{ place: text }], [text]: text }, []),
    readPrompts({ prompts: [{ text: `Which ${text}`.slice(0, 500), intent: 'advice', topic: text.slice(0, 100) }] }, [text], 9),
  ],
  'a message': (text) => [plainText(text, 100), fitted(text, 100, (part) => part.replaceAll(/[&<>"']/g, '&quot;'))],
  'words of a failure': (text) => failure('wait', 'server_error', text),
  'a reading to be stored': (text) => storable(emptyReading({ text, searches: [text] })),
  'a body': (text) => parseWhole(body({ text, [text]: [text] })),
  'entity tags': (text) => isKnownTag(text, '"a"'),
  'a result for an assistant': (text) => {
    const told = tell({ text, list: [text, text] }, null)
    return outline({ quoted: new Quoted(text), list: [new Quoted(text)], told })
  },
  // Long enough to be cut whatever the length.
  'a result that is cut': (text) => cut(tell({ text: text.repeat(60), list: [text.repeat(60)] }, null)),
  'pasted prompts': readPastedLines,
} // prettier-ignore

/** What each of these does with texts of one pattern. */
export const readers: Reader[] = Object.entries(WORKS).map(([name, work]) => ({ name, makeFor: () => work }))
