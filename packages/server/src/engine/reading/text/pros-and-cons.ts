import type { Weight } from './sentiment-lexicon.ts'

/** A part of a text that says of itself which side it is: "Cons: bulky, no app". */
export type Side = { start: number; end: number; side: keyof Weight; parts: { start: number }[] }

const PRO = `pros?|advantages?|strengths?|strong points|upsides?|positives|benefits|likes|what we like|vorteile|stärken|pluspunkte|avantages|points forts|les plus|ventajas|puntos fuertes|prós|vantagens|pontos fortes|pregi|vantaggi|punti di forza|voordelen|pluspunten|zalety|plusy|artıları|artılar|avantajları|avantajlar|güçlü yönleri|fördelar|плюсы|достоинства|преимущества|メリット|長所|良い点|优点|优势|優點|장점|المزايا|المميزات|الإيجابيات|फायदे|फ़ायदे|खूबियां|खूबियाँ`
const CON = `cons|contras?|disadvantages?|weakness(?:es)?|weak points|drawbacks?|downsides?|negatives|limitations?|dislikes|what we (?:do not|don't|don’t) like|caveats?|considerations|trade-?offs|watch out for|nachteile|schwächen|minuspunkte|inconvénients|points faibles|les moins|desventajas|inconvenientes|puntos débiles|desvantagens|pontos fracos|contro|svantaggi|difetti|punti deboli|nadelen|minpunten|wady|minusy|eksileri|eksiler|dezavantajları|dezavantajlar|zayıf yönleri|nackdelar|минусы|недостатки|デメリット|短所|悪い点|気になる点|缺点|劣势|不足|缺點|단점|العيوب|السلبيات|नुकसान|कमियां|कमियाँ`

/** A label with its colon, however it is set: "**Cons:**", "* **Cons**:", "…comfortable.Cons:". */
const LABEL = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:(${PRO})|(${CON}))(?![\\p{L}\\p{M}])[*_ ]{0,4}[:：][*_ ]{0,4}`,
  'giu',
)
/** Where it ends: at an empty line, a heading, or another label. */
const END =
  /\n[ \t]{0,8}\n(?![ \t]{0,8}(?:[-*+•]|\d{1,3}[.)])[ \t])|\n#{1,6} |\n[ \t]{0,8}[-*+•]?[ \t]{0,4}\*{2}|[.!)]\s?(?=\p{Lu}[\p{L} ]{2,24}[:：])|\|/gu
const LONGEST = 600
/** "None", "none worth mentioning": it has no part. */
const NOTHING = /^[\s*_]*(?:none|nothing|n\/a|keine?|aucun|ninguno|nessuno|brak|yok|inga|なし|无|없음)(?![\p{L}])/iu

/** In reading order. Linear in the text. */
export function prosAndCons(text: string): Side[] {
  const labels = [...text.matchAll(LABEL)]
  return labels.map(({ 0: label, 1: pro, index }, at) => {
    const start = index + label.length
    const next = labels[at + 1]?.index ?? text.length
    const within = text.slice(start, Math.min(next, start + LONGEST))
    END.lastIndex = 0
    const end = start + (END.exec(within)?.index ?? within.length)
    return {
      start,
      end,
      side: pro === undefined ? ('blame' as const) : ('praise' as const),
      parts: partsOf(text, start, end),
    }
  })
}

/** Its points, set apart by commas, semicolons or lines. */
function partsOf(text: string, start: number, end: number): { start: number }[] {
  const section = text.slice(start, end)
  if (NOTHING.test(section)) return []
  let at = start
  return section.split(/[,;；，、\n]/).flatMap((part) => {
    const place = at
    at += part.length + 1
    return /\p{L}/u.test(part) ? [{ start: place }] : []
  })
}
