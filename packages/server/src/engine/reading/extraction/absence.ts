import { ABSENCE_PHRASES, MAY_BE_ABSENCE } from './absence-phrases.ts'
import type { AbsenceRule } from './absence-phrase.ts'
import type { Passage } from './passages.ts'

/** An answer that names an entity only to say that it found or knows nothing of it. */
export type Absence = { entityId: string; rule: AbsenceRule; start: number; end: number }

/**
 * The entities that are acknowledged absent: a sentence says so by one of the rules, and every other mention is a
 * question, a condition or a guess ("If Acme is new …"). "I couldn't find Acme's prices" is about the prices: not absent.
 */
export function absencesOf(text: string, passages: Passage[], isListed: (entityId: string) => boolean): Absence[] {
  const byEntity = new Map<string, Passage[]>()
  for (const passage of passages) {
    const own = byEntity.get(passage.mention.entityId)
    if (own === undefined) byEntity.set(passage.mention.entityId, [passage])
    else own.push(passage)
  }
  const absences: Absence[] = []
  for (const [entityId, own] of byEntity) {
    if (isListed(entityId)) continue
    const rules = own.map((passage) => ruleFor(text, passage))
    const at = rules.findIndex((rule) => rule !== null)
    const [rule, passage] = [rules[at], own[at]]
    if (rule === undefined || rule === null || passage === undefined) continue
    const others = own.filter((_, index) => rules[index] === null)
    if (!others.every((other) => isHarmless(text, other))) continue
    absences.push({ entityId, rule, start: passage.sentence.start, end: passage.sentence.end })
  }
  return absences
}

/** "Acme's pricing", "Acme pricing": something of the entity is missing, not the entity. */
const ofEntity =
  /^(?:['’]s?\s+(?!existence|website\b)|\s(?:pric\w+|reviews?|plans?|features?|api|support|alternatives?|competitors?|integrations?)\b)[\p{L}]*/iu

function ruleFor(text: string, { mention, sentence }: Passage): AbsenceRule | null {
  if (ofEntity.test(text.slice(mention.end, mention.end + 30))) return null
  const before = text.slice(Math.max(sentence.start, mention.start - 200), mention.start)
  const after = text.slice(mention.end, Math.min(sentence.end, mention.end + 120))
  const marked = `${before}§${after}`.replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  if (!MAY_BE_ABSENCE.test(marked) || isCompared.test(marked)) return null
  const found = ABSENCE_PHRASES.find(([, pattern]) => pattern.test(marked))
  if (found === undefined || hasPraiseAfterAll.test(after) || isLimited.test(after)) return null
  return found[0]
}

/** "nothing better than Acme": praise. */
const isCompared =
  /(?<!\p{L})(?:better|worse|besser\p{L}*|mieux|meilleur\p{L}*|mejor\p{L}*|meglio|miglior\p{L}*|melhor\p{L}*|beter\p{L}*|more \p{L}+ than)[^.!?§]{0,40}§/iu

/** "no reviews of Acme below four stars": there are others. */
const isLimited = /^["”*]{0,3}\s(?:below|above|under|over|older|newer|worse|better|that|which)\b/iu

/** "… but it is a solid choice": the sentence goes on to recommend. */
const hasPraiseAfterAll =
  /\b(?:but|however|aber|mais|pero|но)\b[^.!?]{0,60}\b(?:offers?|great|excellent|best|recommend|popular|solid|good|bietet|gut|offre|bon|ofrece|buen\w*|предлагает|хорош\w*)\b/iu

const harmless =
  /\b(?:if|unless|whether|could you|can you|would you|may|might|perhaps|possibly|please|let me know|verify|double-check|check (?:the|their|whether|if)|spelling|did you mean|you mentioned|you(?:'re| are) (?:asking|referring|looking)|your question|regarding|unfortunately|wenn|falls|ob|vielleicht|möglicherweise|könnte|bitte|si|peut-être|pourriez|veuillez|tal vez|quizás|podría|por favor|если|возможно|может|пожалуйста|уточните)\b|[?？]|もし|かもしれません|ください|場合/iu

function isHarmless(text: string, { sentence, block }: Passage): boolean {
  return block?.kind === 'heading' || harmless.test(text.slice(sentence.start, sentence.end))
}
