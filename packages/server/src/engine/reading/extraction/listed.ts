import type { Passage } from './passages.ts'
import { labelEnd } from './passages.ts'
import type { Block, Structure } from '../text/block.ts'

/** Whether a mention offers the entity as an option, and by which rule; `named` and `template` are those that do not. */
export type Listing = { isListed: boolean; rule: ListingRule }
export type ListingRule =
  | 'entry'
  | 'label'
  | 'example'
  | 'recommended'
  | 'compared'
  | 'named'
  | 'topic'
  | 'template'
  | 'discouraged'

export type Listings = {
  /** In the order of the passages. */
  mentions: Listing[]
  /** By entity id: listed if one of its mentions is. */
  entities: Map<string, Listing>
}

/**
 * Offered is what opens an item, row or heading, what is given as an example of what to take, what is recommended and
 * what is compared; a name that is merely spoken of, or that the answer is about, is not.
 */
export function listingsOf(text: string, structure: Structure, passages: Passage[]): Listings {
  const isTemplate = template.test(text.slice(0, 300))
  const topics = topicsOf(text, structure, passages)
  const compared = comparedIn(text, passages)
  const led = ledParagraphs(text, passages)
  const mentions = passages.map((passage): Listing => {
    const rule = isTemplate ? 'template' : led.has(passage) ? 'entry' : ruleFor(text, passage, topics, compared)
    return { isListed: !isPassedOver.has(rule), rule }
  })
  const entities = new Map<string, Listing>()
  passages.forEach(({ mention }, at) => {
    const listing = mentions[at]
    const known = entities.get(mention.entityId)
    if (listing !== undefined && (known === undefined || (listing.isListed && !known.isListed)))
      entities.set(mention.entityId, listing)
  })
  return { mentions, entities }
}

const isPassedOver: ReadonlySet<ListingRule> = new Set<ListingRule>(['named', 'topic', 'template', 'discouraged'])

/** An answer that hands over a form to fill in offers none of the names it uses as filling. */
const template = /\b(?:template|vorlage|modèle de|gabarit|plantilla)\b|шаблон|テンプレート|ひな形|模板/iu

function ruleFor(text: string, passage: Passage, topics: Set<string>, compared: Set<string>): ListingRule {
  const { mention, heads, sentence } = passage
  const before = text.slice(Math.max(sentence.start, mention.start - 160), mention.start)
  const after = text.slice(mention.end, Math.min(sentence.end, mention.end + 160))
  if (discouraged.test(before)) return 'discouraged'
  const isTopic = topics.has(mention.entityId)
  if (heads !== null && isName(text, passage)) return 'entry'
  if (heads !== null && passage.opensBlock && heads.kind !== 'row' && !isTopic) return 'entry'
  if (labelEnd(text, mention) > 0 && !isTopic) return 'label'
  if (compared.has(mention.entityId)) return 'compared'
  if (isTopic) return 'topic'
  if (aside.test(before)) return 'named'
  if (example.test(before) || inParentheses(passage, before, after))
    return /^[^)]{0,40}\betc\b/.test(after) ? 'named' : 'example'
  return recommendedBefore.test(before) || recommendedAfter.test(after) ? 'recommended' : 'named'
}

/** "**Notion**:", "Notion (free) –", "| Notion |": the name stands alone, or with a few words of a product's name. */
function isName(text: string, { mention, heads }: Passage): boolean {
  const rest = text.slice(mention.end, Math.min(heads?.end ?? mention.end, mention.end + 70))
  return (
    /^[^.,;:!?|\n(–—]{0,45}(?:$|\n|[:：|(（]|\s[-–—]\s|\*\*|\]\()/u.test(rest) &&
    !/^['’]s?\s|^\s(?:is|was|has|had|offers|provides|allows)\s/.test(rest)
  )
}

const discouraged =
  /\b(?:avoid|unlike|instead of|rather than|not recommend|switch\w* from|migrat\w+ from|over|than|statt|anders als|contrairement à|a diferencia de)\s(?:an?\s|the\s)?[*_"“[]*$|(?:в отличие от|не рекомендую|不推荐|比起)\s?$/iu
const aside =
  /\b(?:integrat\w+ with|compatible with|works? with|runs? on|running on|on top of|built (?:on|in)|similar to|based on|written in|(?:developed|created|owned|acquired|founded|made|launched|backed) (?:by|at)|acquisition of|co-?found\w*|(?:ceo|founder|founders|parent company|subsidiary|student|students) (?:of|at)|(?:games?|options?|releases|apps?|plugins?|accessor\w+|cases?) for (?:the|your|his|her)|network of|partner\w* with)\b[^.:;]{0,60}$/iu
const example =
  /(?:\b(?:like|such as|e\.g\.,?|for example,?|for instance,?|including|includes?|options? are|z\.\s?b\.|zum beispiel|wie(?: etwa)?|darunter|comme|tels? que|telles que|par exemple,?|notamment|como|por ejemplo,?|incluyen|entre ellos)|например,?|такие,? как|включая|例えば|たとえば|比如|例如)\s?(?:[^.:;!?。]|\.(?=\S)){0,110}$/iu
const recommendedBefore =
  /(?:\b(?:recommend|suggest|consider|try|check out|look (?:at|into)|go (?:with|for)|opt for|choose|pick|use|take an?|start (?:with|there)|turn to|visit|contact|top picks?|best (?:choice|option|pick|overall|value)|winner|runner-up|alternatives?|options?|available (?:at|on|from)|buy (?:from|at|on)|empfehle\p{L}*|empfehlenswert|recommande|essayez|recomiendo|recomendamos|pruebe?)|рекоменду\p{L}+|советую|попробуй\p{L}*|推荐|おすすめは)[^.;!?。]{0,60}$/iu
const recommendedAfter =
  /^[*_"”\])]{0,4}[^.;!?。,]{0,30}(?:\b(?:is|are|remains?|would be|could be|might be|may be|seems?|stands? out|tends to be|ist|sind|est|sont|es|son)\s(?:\w+\s){0,3}(?:best|better|good|great|excellent|ideal|perfect|solid|strong|top|popular|my pick|recommended|worth|leading|faster|cheaper|awesome|beste|ideal|meilleur\p{L}*|mejor)\b|\bbeats\b|\b(?:may|might|also)\s(?:sell|offer|carry|have)s?\b)|^(?:が|は)[^。]{0,20}(?:おすすめ|最適|人気)|^\s?—?\s?(?:хорош|отличн|лучш)/iu

/** "Imagery providers (Planet, Maxar, Esri)" in an item. */
function inParentheses({ block }: Passage, before: string, after: string): boolean {
  if (block?.kind !== 'item') return false
  return (
    /\([^()]{0,100}$/u.test(before) &&
    /^[^()]{0,100}\)/u.test(after) &&
    /,/.test(before.slice(before.lastIndexOf('(')) + after)
  )
}

/**
 * What the answer is about: named before its list of reasons, facts or features, then in at least half of three or more
 * items, without ever standing there as a name of its own.
 */
function topicsOf(text: string, { blocks }: Structure, passages: Passage[]): Set<string> {
  const items = blocks.filter(({ kind, depth, ordinal }) => kind === 'item' && depth === 0 && ordinal !== null)
  const topics = new Set<string>()
  const [first] = items
  if (first === undefined || items.length < 3) return topics
  const itemOf = new Map<Block | null, number>(items.map((item, at) => [item, at]))
  const itemsBy = new Map<string, Set<number>>()
  const before = new Set<string>()
  const standalone = new Set<string>()
  for (const passage of passages) {
    const { mention, block } = passage
    if (mention.start < first.start) before.add(mention.entityId)
    const at = itemOf.get(block)
    if (at !== undefined) itemsBy.set(mention.entityId, (itemsBy.get(mention.entityId) ?? new Set()).add(at))
    if (passage.heads !== null && passage.opensBlock && isName(text, passage)) standalone.add(mention.entityId)
  }
  for (const [entityId, at] of itemsBy) {
    if (at.size >= items.length / 2 && before.has(entityId) && !standalone.has(entityId)) topics.add(entityId)
  }
  return topics
}

/** Two or more entities whose bold names each open a paragraph: a list without marks. */
function ledParagraphs(text: string, passages: Passage[]): Set<Passage> {
  const led = passages.filter(
    ({ block, mention }) =>
      block?.kind === 'paragraph' &&
      mention.start - block.start <= 6 &&
      /^(?:\*\*|__)["“[]{0,2}$/u.test(text.slice(block.start, mention.start)),
  )
  return new Set(new Set(led.map(({ mention }) => mention.entityId)).size >= 2 ? led : [])
}

const joined = /^[^.!?\n]{0,40}?(?:\s(?:and|und|et|y|и|vs\.?|versus|or|или)\s|と|和)[^.!?\n]{0,20}$/iu

/** Two entities that the opening joins ("Redis and Memcached are both …") and that the answer goes on to name three times each. */
function comparedIn(text: string, passages: Passage[]): Set<string> {
  const [first] = passages
  const second = passages.find(({ mention }) => mention.entityId !== first?.mention.entityId)
  if (first === undefined || second === undefined || first.mention.start > 200) return new Set()
  const counts = [first, second].map(
    ({ mention }) => passages.filter((other) => other.mention.entityId === mention.entityId).length,
  )
  const isJoined = joined.test(text.slice(first.mention.end, second.mention.start))
  return isJoined && Math.min(...counts) >= 3 ? new Set([first.mention.entityId, second.mention.entityId]) : new Set()
}
