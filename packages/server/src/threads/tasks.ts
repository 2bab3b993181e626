import type { ModelProvider } from '@sightline/sdk'
import { auditSite, type SiteDocuments } from '../engine/advising/auditing/audit.ts'
import type { Fetched } from '../engine/advising/auditing/fetched.ts'
import { readPage } from '../engine/advising/auditing/page.ts'
import { readRobots } from '../engine/advising/auditing/robots.ts'
import { readSitemap } from '../engine/advising/auditing/sitemap.ts'
import {
  startDiscovery,
  type DiscoverableAnswer,
  type DiscoveredName,
} from '../engine/measuring/discovery/discovery.ts'
import { readPrompts } from '../engine/measuring/discovery/prompts-by-model.ts'
import { answersNaming, untrackedNames } from '../engine/measuring/discovery/untracked.ts'
import { doubtsOf, type Doubt } from '../engine/reading/judging/doubts.ts'
import { readVerdicts } from '../engine/reading/judging/question.ts'
import type { Matcher, EntityNames } from '../engine/reading/names/matcher.ts'
import { makeLexicon } from '../engine/reading/names/lexicon.ts'
import { mentionsIn } from '../engine/reading/names/mentions.ts'
import { criticalParts } from '../engine/advising/recommending/criticism.ts'
import { modelReader, type AskedModel } from '../platforms/model.ts'
import { createPipelinedPool, type ReaderName } from '../platforms/readers.ts'
import type { Reply } from '../platforms/platform.ts'
import { createMatcherCache } from './matcher-cache.ts'
import { readAnswer, type ReadableAnswer } from './read-answer.ts'
import { WHOLE_CALL, each, together } from './task.ts'

/**
 * Everything that is done with strangers' texts. All of it is pure, so a thread may do it, and do it again.
 * @param matcherOf makes a matcher once in a thread, and keeps it while it is asked for
 */
export function createTasks(matcherOf = createMatcherCache()) {
  const readers = createPipelinedPool()
  return {
    /** What an answer says of a brand and its competitors, and what it draws on. */
    extract: each((entities: EntityNames[]) => {
      const matcher = matcherOf(entities)
      return (answer: ReadableAnswer) => readAnswer(answer, matcher, entities)
    }),
    /** Where rules decided by the least there is. */
    doubts: each((entities: EntityNames[]) => {
      const matcher = matcherOf(entities)
      return (text: string) => doubtsOf(text, matcher)
    }),
    /** Parts of an answer that speak ill of the brand, the first of the entities. */
    criticism: each((entities: EntityNames[]) => {
      const matcher = matcherOf(entities)
      return (text: string) => criticalParts(text, matcher, entities[0]?.id ?? '')
    }),
    /** Whether a text names any of the entities. */
    names: each((entities: EntityNames[]) => {
      const matcher: Matcher = matcherOf(entities)
      return (text: string) => mentionsIn(text, matcher).length > 0
    }),
    discover: together(discover),
    untracked: together((tracked: EntityNames[], answers: readonly DiscoverableAnswer[]) =>
      untrackedNames(answers, tracked),
    ),
    answersNaming: together(
      ({ names, tracked }: { names: string[]; tracked: EntityNames[] }, answers: readonly DiscoverableAnswer[]) =>
        answersNaming(names, answers, tracked),
    ),
    /** Whether a platform's reply is a failure, and what it says when it is all there is. */
    readReply: each((name: ReaderName) => {
      const { failure, read } = readers(name)
      return (reply: Reply) => ({ failure: failure(reply), reading: read([reply]) })
    }),
    readReplies: each((name: ReaderName) => {
      const { read } = readers(name)
      return (replies: Reply[]) => read(replies)
    }),
    judgeModelReply: each((provider: ModelProvider) => (reply: Reply) => modelReader.failure(provider, reply)),
    // Copied here, so that an answer nested too deeply to be sent on is this text's fault, and not the thread's.
    readModelReply: each((asked: AskedModel) => (reply: Reply) => structuredClone(modelReader.read(asked, reply))),
    verdicts: each((doubts: Doubt[]) => (answer: unknown) => readVerdicts(answer, doubts)),
    promptIdeas: each(({ topics, count }: { topics: string[]; count: number }) => (answer: unknown) => {
      return readPrompts(answer, topics, count)
    }),
    sitemaps: each((_shared: null) => (robots: Fetched) => readRobots(robots).sitemaps),
    /** Reads a document of a site in every way that an audit may. */
    document: each((_shared: null) => (document: Fetched): true => {
      if (document.answer.kind === 'answered') {
        readPage(document.answer.body)
        readSitemap(document.answer.body)
        readRobots(document)
      }
      return true
    }),
    auditSite: together(function* (_shared: null, [documents]: readonly SiteDocuments[]) {
      // About all of them at once: each has been read by itself.
      yield WHOLE_CALL
      if (!documents) throw new Error('There is no site to examine.')
      return auditSite(documents)
    }),
  }
}
export type Tasks = ReturnType<typeof createTasks>

function* discover(
  { tracked, minAnswers, most }: { tracked: EntityNames[]; minAnswers: number; most: number },
  answers: readonly DiscoverableAnswer[],
): Generator<number, DiscoveredName[]> {
  const discovery = startDiscovery(tracked, makeLexicon())
  for (const [at, answer] of answers.entries()) {
    yield at
    discovery.read(answer)
  }
  yield WHOLE_CALL
  return discovery.names(minAnswers).slice(0, most)
}
