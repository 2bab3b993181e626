import * as cues from './lexicon-cues.ts'
import { MORE_ENGLISH_WORDS } from './lexicon-english-more.ts'
import { ENGLISH_QUALITIES } from './lexicon-english-qualities.ts'
import { ENGLISH_WORDS } from './lexicon-english.ts'
import { FOREIGN_WORDS } from './lexicon-foreign.ts'
import { GIVEN_NAMES, NAMES_THAT_ARE_WORDS, PLACES, SURNAMES, TITLES } from './lexicon-names.ts'

export type Language = 'en' | keyof typeof FOREIGN_WORDS

/** General vocabulary that tells names from words; nothing in it belongs to one customer. Folded, lower case. */
export type Lexicon = ReturnType<typeof makeLexicon>

/** About 2 ms; made once per book. */
export function makeLexicon() {
  const foreign = Object.entries(FOREIGN_WORDS).map(([language, words]) => [language, setOf(words)] as const)
  return {
    english: setOf(`${ENGLISH_WORDS} ${MORE_ENGLISH_WORDS} ${ENGLISH_QUALITIES} ${cues.DEMONYMS}`),
    foreign: new Map<string, Set<string>>(foreign),
    givenNames: setOf(GIVEN_NAMES),
    namesThatAreWords: setOf(NAMES_THAT_ARE_WORDS),
    surnames: setOf(SURNAMES),
    titles: setOf(TITLES),
    places: setOf(PLACES),
    dates: setOf(cues.DATE_WORDS),
    beforeDates: setOf(cues.BEFORE_DATES),
    companyVerbs: setOf(cues.COMPANY_VERBS),
    auxiliaries: setOf(cues.AUXILIARIES),
    afterVerb: setOf(cues.AFTER_VERB),
    determiners: setOf(cues.DETERMINERS),
    otherOwners: setOf(cues.OTHER_OWNER_WORDS),
    otherOwnerPrefixes: setOf(cues.OTHER_OWNER_PREFIXES),
    naturalKinds: setOf(cues.NATURAL_KINDS),
    commercialKinds: setOf(cues.COMMERCIAL_KINDS),
    personCues: setOf(cues.PERSON_CUES),
    placePrepositions: setOf(cues.PLACE_PREPOSITIONS),
    demonyms: setOf(cues.DEMONYMS),
    pronouns: setOf(cues.PRONOUNS),
    articledRegions: setOf(cues.ARTICLED_REGIONS),
    topics: cues.TOPICS.map(({ names, cues: words }) => ({ names: setOf(names), cues: setOf(words) })),
    namesakesByNext: readNamesakes(cues.NAMESAKES.after),
    namesakesByPrevious: readNamesakes(cues.NAMESAKES.before),
  }
}

/** Lower case without accents: how the lexicon writes a word. */
export function plain(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase()
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').replaceAll('’', "'")
}

/** Whether a word in lower case, or its base form, stands in the English dictionary. */
export function isEnglishWord(word: string, lexicon: Lexicon): boolean {
  return baseForms(word).some((base) => lexicon.english.has(base))
}

/** Languages other than English in which the name is a word. */
export function languagesOf(word: string, lexicon: Lexicon): Language[] {
  return [...lexicon.foreign].flatMap(([language, words]) => (words.has(word) ? [language as Language] : []))
}

/** The likely language of an answer, by its script and its commonest little words. */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, 3000)
  if (/[\u3040-\u30ff]/.test(sample)) return 'ja'
  if (/\p{Script=Hangul}/u.test(sample)) return 'ko'
  if (count(sample, /\p{Script=Han}/gu) > sample.length / 10) return 'zh'
  if (count(sample, /\p{Script=Cyrillic}/gu) > sample.length / 10) return 'ru'
  let best: Language = 'en'
  let most = count(sample, LITTLE_WORDS.en)
  for (const [language, pattern] of Object.entries(LITTLE_WORDS)) {
    const found = count(sample, pattern)
    if (found <= most) continue
    most = found
    best = language as keyof typeof LITTLE_WORDS
  }
  return best
}

/** The noun before "like", "such as", "including": what the name is one of. */
export function kindBefore(text: string, start: number): string {
  const left = text.slice(Math.max(0, start - 80), start)
  // Asked at once, because the pattern below looks at a run of letters from each of them.
  if (!/like|such as|including|namely|e\.g\.|for example/u.test(left)) return ''
  const listed = /(\p{L}+)(?:,| \()? ?(?:like|such as|including|namely|e\.g\.,?|for example,?)(?: [\p{L}*, ]*)?$/u.exec(
    left,
  )
  return (listed?.[1] ?? '').toLowerCase()
}

const LITTLE_WORDS = {
  en: /\b(?:the|and|is|of|for|with|to|that|are|you|it|on)\b/gi,
  de: /\b(?:und|der|die|das|ist|nicht|mit|für|ein|eine|auf|auch|sich|den|von|wir|ich|sie|haben|hat|keine|kein|bei|zu|zum|zur|im|dem|oder|als|nach|sind|wird)\b/gi,
  es: /\b(?:el|la|los|las|que|y|es|con|para|una|un|por|más|como|del|en|su|muy|son|tiene|está)\b/gi,
  fr: /\b(?:le|la|les|des|et|est|pour|dans|une|avec|sur|qui|du|au|plus|chez|sont|en|ce|je|nous|vous|il)\b/gi,
  it: /\b(?:il|che|di|è|per|una|con|gli|della|sono|più|nel)\b/gi,
  pt: /\b(?:o|os|que|é|para|uma|com|não|da|do|mais|em)\b/gi,
  nl: /\b(?:de|het|een|en|van|voor|met|niet|zijn|ook|op|te)\b/gi,
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function setOf(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/))
}

function readNamesakes(lines: string): Map<string, Set<string>> {
  return new Map(
    lines.split('\n').map((line) => {
      const [name = '', words = ''] = line.split(': ')
      return [name, setOf(words)]
    }),
  )
}

/** Stores → store, flies → fly, planned → plan: enough to recognise a word, not to analyse it. */
function baseForms(word: string): string[] {
  const forms = [word]
  const drop = (ending: string, ...replacements: string[]) => {
    if (word.length > ending.length + 2 && word.endsWith(ending)) {
      for (const replacement of replacements) forms.push(word.slice(0, -ending.length) + replacement)
    }
  }
  drop('ies', 'y')
  drop('es', '')
  drop('s', '')
  drop('ed', '', 'e')
  drop('ing', '', 'e')
  drop('ly', '')
  for (const form of forms.slice(1)) if (/([bdgmnprt])\1$/.test(form)) forms.push(form.slice(0, -1))
  return forms
}
