import type { Passage } from './passages.ts'

/** An answer that names an entity only to say that it found or knows nothing of it. */
export type Absence = { entityId: string; rule: AbsenceRule; start: number; end: number }
export type AbsenceRule = 'nothing found' | 'nothing known' | 'not in sources' | 'no such thing'

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

/**
 * In the patterns `§` is the name; between phrase and name up to 60 units of filler ("a company called", other names), but
 * no clause that begins anew and no part of the entity ("pricing for").
 */
const aspect = `\\b(?:pric|plans?\\b|features?\\b|costs?\\b|fees?\\b)|\\b(?:but|while|however|than)\\b|;`
const filler = `(?:(?!${aspect})[^.!?。§]){0,60}§`
const gap = `(?:(?!${aspect})[^.!?§]){0,40}`
const about = `(?:about|on|for|of|regarding|concerning|to|from|with|called|named|under|matching|that mentions?|mentioning)`
const thing = `(?:information|info|details?|data|references?|mentions?|records?|results?|evidence|sources?|reviews?|coverage|listings?|anything|nothing|documentation|trace|knowledge|entr(?:y|ies))`
const rules: [AbsenceRule, RegExp][] = [
  [
    'nothing found',
    new RegExp(
      `\\b(?:could(?:n't| not)|can(?:'t|not)|was(?:n't| not) able to|did(?:n't| not)|do(?:n't| not)|have(?:n't| not)|unable to|failed to|not able to) (?:find|found|locate|identify|turn up|uncover|see|verify)\\b[^.!?§]{0,60}\\b(?:${thing}\\b${gap}\\b${about}|(?:company|product|brand|tool|service|software|app|business)s? (?:called|named|by|known as|matching))\\b${filler}`,
      'iu',
    ),
  ],
  [
    'nothing found',
    new RegExp(
      `\\b(?:could(?:n't| not)|can(?:'t|not)|did(?:n't| not)|unable to) (?:find|locate)\\s["“*]{0,3}§(?!\\s\\w+s?\\b(?:'s)?\\s(?:price|pricing|review))`,
      'iu',
    ),
  ],
  [
    'nothing found',
    new RegExp(
      `\\b(?:no|without|little to no|there(?:'s| is| are) (?:no|nothing))\\b[^.!?§]{0,40}\\b${thing}\\b${gap}\\b${about}\\b${filler}`,
      'iu',
    ),
  ],
  [
    'nothing found',
    new RegExp(`\\bfound (?:nothing|no [^.!?§]{0,30}${thing})\\b[^.!?§]{0,30}\\b${about}\\b${filler}`, 'iu'),
  ],
  [
    'nothing found',
    new RegExp(
      `\\b(?:search(?:es)?|quer(?:y|ies)) (?:for|on|about)\\b${filler}[^.!?]{0,20}\\b(?:returned|turned up|yielded|produced|gave) (?:no|nothing)`,
      'iu',
    ),
  ],
  [
    'nothing known',
    new RegExp(
      `(?<!you (?:do|did|are|may|might)\\s?)(?:\\bnot|n't) (?:familiar with|aware of|know(?: of| about| anything about)?|recognize|have (?:any |enough |specific |reliable |detailed |much )*${thing} (?:about|on|of|for|regarding))\\b${filler}`,
      'iu',
    ),
  ],
  ['nothing known', new RegExp(`\\bno (?:knowledge|awareness) of\\b${filler}`, 'iu')],
  [
    'not in sources',
    /§["”*]{0,3}\s(?:(?:does|did|do)(?:n't| not) (?:(?:seem to )?(?:appear|show up|come up)(?! to)|seem to be (?:listed|mentioned))|(?:is|was|are)(?:n't| not) (?:mentioned|referenced|widely known|well known|a (?:widely|well))|(?:is|was|are)(?:n't| not) (?:listed|included|covered|named|featured|found|present|among)\b[^.!?]{0,40}\b(?:sources?|results?|lists?|articles?|comparisons?|guides?|rankings?|reviews|reports?|round-?ups?|answers?))\b/iu,
  ],
  [
    'no such thing',
    /§["”*]{0,3}\s(?:does(?:n't| not) (?:seem to )?exist|(?:is|appears to be|may be|might be) (?:a )?(?:fictional|made[- ]up|non-?existent))\b/iu,
  ],
  [
    'nothing found',
    /\b(?:keine?|nichts|keinerlei)\b[^.!?§]{0,40}(?:informationen|angaben|hinweise|ergebnisse|daten|quellen|treffer)?[^.!?§]{0,20}(?<!\p{L})(?:zu|über|von|für|namens)\s[^.!?§]{0,40}§[^.!?]{0,30}\b(?:finden|gefunden|vor|verfügbar|auffindbar|bekannt|ermitteln|vorhanden)/iu,
  ],
  [
    'nothing found',
    /(?<!\p{L})(?:zu|über|von)\s[^.!?§]{0,30}§[^.!?]{0,40}\b(?:keine?|nichts|keinerlei)\b[^.!?]{0,40}(?:finden|gefunden|vor|verfügbar|bekannt|informationen|angaben)/iu,
  ],
  [
    'nothing known',
    /§["“”*]{0,3}\s(?:ist|sind|war) (?:mir|uns) (?:leider )?(?:nicht|un)\s?bekannt|\bkenne ich nicht\b[^.!?]{0,10}§|§[^.!?]{0,10}kenne ich nicht/iu,
  ],
  [
    'nothing found',
    /(?:n['’]ai|n['’]a|n['’]avons|n['’]ont)\s(?:pas|rien|malheureusement pas|pas pu)?\s?(?:pu )?(?:trouv\p{L}+|d['’]informations?|identifi\p{L}+|aucune)[^.!?§]{0,60}(?:sur|concernant|à propos de|de|d['’])\s?[^.!?§]{0,40}§|aucune? (?:information|résultat|donnée|mention|trace)[^.!?§]{0,40}(?:sur|concernant|de|d['’]|pour)\s?[^.!?§]{0,40}§/iu,
  ],
  ['nothing known', /\bne (?:connais|connaissons) pas\b[^.!?§]{0,40}§|§[^.!?]{0,5}\b(?:m['’]est|nous est) inconnue?/iu],
  [
    'nothing found',
    /\bno (?:he|hemos|pude|pudimos|se)?\s?(?:encontr\p{L}+|hall\p{L}+|logré encontrar|existe|hay|tengo|dispongo de|cuento con)[^.!?§]{0,60}(?:sobre|acerca de|de|respecto a|llamad[oa])\s[^.!?§]{0,40}§/iu,
  ],
  ['nothing known', /\bno (?:conozco|reconozco|estoy familiarizad[oa] con)\b[^.!?§]{0,40}§/iu],
  [
    'nothing found',
    /(?:не (?:удалось |смог\p{L}* |получилось )?(?:найти|нашел|нашёл|нашла|нашлось|найдено|обнаруж\p{L}+)|нет|отсутству\p{L}+|не располагаю|не имею)[^.!?§]{0,50}(?:о|об|про|по|для|с названием)\s[^.!?§]{0,40}§/iu,
  ],
  [
    'nothing found',
    /(?:информаци\p{L}+|данны\p{L}+|сведени\p{L}+|упоминани\p{L}+)\s[^.!?§]{0,20}§[^.!?]{0,40}(?:нет|не (?:найден\p{L}*|нашл\p{L}+|удалось|обнаружен\p{L}*)|отсутству\p{L}+)/iu,
  ],
  [
    'nothing known',
    /(?:мне|нам) (?:не ?известн\p{L}+|незнаком\p{L}*)[^.!?§]{0,40}§|§[^.!?]{0,10}(?:мне|нам) (?:не ?известн|незнаком)|не (?:знаю|знаком\p{L}* с)[^.!?§]{0,40}§/iu,
  ],
  [
    'nothing found',
    /§[^。!?]{0,12}(?:に関する|についての|について|の)[^。!?]{0,20}(?:情報|資料|データ|記載|言及|結果)?[^。!?]{0,12}(?:見つかりません|見つけられません|見つけることができません|ありません|存在しません|確認できません|得られません|ございません)/iu,
  ],
  ['nothing known', /§[^。!?]{0,12}(?:存じ(?:上げ)?ません|知りません|わかりません|分かりません|把握していません)/iu],
]

/** "Acme's pricing", "Acme pricing": something of the entity is missing, not the entity. */
const ofEntity =
  /^(?:['’]s?\s+(?!existence|website\b)|\s(?:pric\w+|reviews?|plans?|features?|api|support|alternatives?|competitors?|integrations?)\b)[\p{L}]*/iu

function ruleFor(text: string, { mention, sentence }: Passage): AbsenceRule | null {
  if (ofEntity.test(text.slice(mention.end, mention.end + 30))) return null
  const before = text.slice(Math.max(sentence.start, mention.start - 200), mention.start)
  const after = text.slice(mention.end, Math.min(sentence.end, mention.end + 120))
  const marked = `${before}§${after}`.replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  const found = rules.find(([, pattern]) => pattern.test(marked))
  if (found === undefined || hasPraiseAfterAll.test(after)) return null
  return found[0]
}

/** "… but it is a solid choice": the sentence goes on to recommend. */
const hasPraiseAfterAll =
  /\b(?:but|however|aber|mais|pero|но)\b[^.!?]{0,60}\b(?:offers?|great|excellent|best|recommend|popular|solid|good|bietet|gut|offre|bon|ofrece|buen\w*|предлагает|хорош\w*)\b/iu

const harmless =
  /\b(?:if|unless|whether|could you|can you|would you|may|might|perhaps|possibly|please|let me know|verify|double-check|check (?:the|their|whether|if)|spelling|did you mean|you mentioned|you(?:'re| are) (?:asking|referring|looking)|your question|regarding|unfortunately|wenn|falls|ob|vielleicht|möglicherweise|könnte|bitte|si|peut-être|pourriez|veuillez|tal vez|quizás|podría|por favor|если|возможно|может|пожалуйста|уточните)\b|[?？]|もし|かもしれません|ください|場合/iu

function isHarmless(text: string, { sentence, block }: Passage): boolean {
  return block?.kind === 'heading' || harmless.test(text.slice(sentence.start, sentence.end))
}
