import type { Words } from './discovery-words.ts'
import { isEnglishWord, plain, type Lexicon } from '../../reading/names/lexicon.ts'

/**
 * What the words at a name's place are. `name`: some word is in no dictionary. `word`: written like a name, yet made of
 * dictionary words ("Notion", "Key Features"): a name only among names. `junk`: no name, wherever it stands.
 */
export type NameKind = 'name' | 'word' | 'junk'

const MAX_WORDS = 4
const MAX_LENGTH = 40

export type Vocabulary = {
  lexicon: Lexicon
  /** How the answers write: a word that they also write small is no name by itself. */
  words: Words
  /** Folded words of the question: a category that it asks about is no name. */
  topic: ReadonlySet<string>
}

export function nameKindOf(words: string, vocabulary: Vocabulary): NameKind {
  const { topic, lexicon } = vocabulary
  const parts = words.split(' ')
  if (words.length < 2 || words.length > MAX_LENGTH || parts.length > MAX_WORDS) return 'junk'
  if (!/\p{L}/u.test(words) || NOT_A_NAME.test(words) || isAddress(words)) return 'junk'
  if (/[\u3040-\u309f]/u.test(words)) return 'junk'
  if (!parts.every(isNamePart)) return 'junk'
  const folded = parts.flatMap(wordsIn)
  if (isOrder(folded, lexicon) || isPerson(folded, lexicon)) return 'junk'
  const isCommon = (word: string): boolean => topic.has(word) || GENERIC.has(word) || ACRONYMS.has(word)
  if (folded.every(isCommon) || SOURCE_OR_ROLE.test(folded.at(-1) ?? '')) return 'junk'
  if (folded[1] === 'of' && isCommon(folded[0] ?? '')) return 'junk'
  const isKnown = (word: string): boolean => isCommon(word) || isOrdinary(word, vocabulary)
  if (!folded.every(isKnown)) return 'name'
  return parts.length <= 2 && !folded.some((word) => topic.has(word) || GENERIC.has(word)) ? 'word' : 'junk'
}

/** Folded words, hyphens and slashes taken apart. */
export const wordsIn = (part: string): string[] =>
  plain(part)
    .replaceAll(/['’]s$/gu, '')
    .split(/[^\p{L}\p{N}.+&'’]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Prices, shares, dates, steps, questions, and what stands around lists. */
const NOT_A_NAME =
  /[$€£¥₽%?;=<>{}→]|https?:|www\.|@|\.\.\.|…|\b(?:19|20)\d\d\b.{0,3}$|^\d+(?:[.,]\d+)?\s|^(?:step|day|week|month|year|phase|stage|part|option|tip|rule|level|tier|chapter|section|question|example|note|reason|method|round|scene|verse|act|type|class|group|category|q|шаг|этап|день|schritt|tag|étape|jour|paso|día|ステップ|第)\s?\d*(?:[\s.:)]|$)/iu

/** "reuters.com/a", "example.co.uk": "Booking.com", written as a name, is one. */
const isAddress = (words: string): boolean => /\w\/\w/.test(words) || /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(words)

/** A capital or a digit, or a word that joins two such: "of", "and", "de". */
function isNamePart(part: string, at: number): boolean {
  if (/^[^\p{L}]*(?:[\p{Lu}\p{N}]|\p{Ll}{1,3}\p{Lu})/u.test(part)) return true
  if (/[\p{Lo}]/u.test(part)) return true
  return at > 0 && /^(?:&|\+|of|and|de|la|le|du|der|und|y|et|the|del|von|van)$/u.test(part)
}

/** What a reader is told to do: "Install Docker". */
function isOrder(folded: string[], lexicon: Lexicon): boolean {
  const [first = '', second] = folded
  if (second === undefined) return ORDERS.has(first)
  return ORDERS.has(first) || (/(?:ing)$/.test(first) && isEnglishWord(first, lexicon))
}

/** "Larry Page", "Dr. Smith": a given name alone may be a brand's. */
function isPerson(folded: string[], lexicon: Lexicon): boolean {
  const [first = '', second] = folded
  if (second === undefined) return false
  if (lexicon.titles.has(first.replace('.', ''))) return true
  return folded.length === 2 && lexicon.givenNames.has(first) && lexicon.surnames.has(second)
}

function isOrdinary(word: string, { lexicon, words }: Vocabulary): boolean {
  const bare = word.replaceAll(/[.'’&+]/gu, '')
  if (bare === '' || /^\p{N}+$/u.test(bare) || bare.length === 1) return true
  // In Cyrillic text brands stand in Latin letters or in quotes; a single word with a capital opens an item.
  if (words.isSmall(bare) || (bare.length > 5 && DERIVED.test(bare)) || /^\p{Script=Cyrillic}+$/u.test(bare))
    return true
  if (isEnglishWord(bare, lexicon) || lexicon.dates.has(bare) || lexicon.places.has(bare)) return true
  if (GENERIC.has(bare) || lexicon.determiners.has(bare)) return true
  return [...lexicon.foreign.values()].some((foreign) => foreign.has(bare))
}

/** Endings by which languages make nouns of quality and of doing. */
const DERIVED =
  /(?:ings?|tions?|sions?|ments?|ness|ances?|ences?|ity|ities|ability|ships?|isms?|ologists?|ologies|izers?|ization|isation|able|ible|less|fully?|heit|keit|schaft|ungen|ung|ité|idad|ación|ción|ções|ção)$/u

/** "MySQL Documentation" is where to read on, "Chief Marketing Officer" a post: neither is what to take. */
const SOURCE_OR_ROLE =
  /^(?:documentation|docs|blogs?|forums?|wiki|wikipedia|tutorials?|articles?|webinars?|whitepapers?|subreddits?|officers?|analysts?|specialists?|managers?|engineers?|developers?|directors?|consultants?|architects?|administrators?|admins?|scientists?|designers?|practitioners?)$/

const ACRONYMS = new Set(
  'ai api anc ceo cfo cmo coo cto css csv diy eu faq faqs gps hdmi hr html http id it led lte nfc pc pdf pr qa roi saas sdk seo sms sql ssd tv ui uk url us usa usb ux vpn vr wifi 2fa mfa 4k 5g'.split(
    ' ',
  ),
)

/** Verbs in the imperative that advice begins with. */
const ORDERS = new Set(
  `add adjust aim allow analyze apply ask assess attend avoid backup be begin book bring browse build buy calculate call change charge check choose clean clear click close collect combine communicate compare complete configure connect consider consult contact contribute control convert cook
cover create customize cut decide define delete deploy describe design determine develop disable do document don't download drain drink drive eat edit educate enable encourage engage ensure enter establish evaluate examine exercise expand experiment explain explore export fill filter find focus
follow gather generate get give go group grow have heat help hire identify ignore implement import improve include increase insert install integrate invest invite join keep know launch learn leave let limit listen look maintain make manage measure meet mix monitor move network never note
observe offer open optimize order organize participate pay perform place plan practice prepare preheat press prioritize process promote protect provide publish purchase push put read reach record reduce refine register remember remove repair repeat replace report request research reset respond rest restart
review run save schedule search season select send separate serve set setup share show sign simmer sort speak specify spend start stay step stir stop store study submit subscribe switch take talk target teach tell test think track train transfer travel trust try turn understand update upgrade upload use utilize
validate verify view visit volunteer wait walk wash watch wear work write`.split(/\s+/),
)

/** Qualities, kinds and parts that lists are made of as often as of names; also what products add to their names. */
const GENERIC = new Set(
  `about accessibility account accuracy additional advanced advantages affordability affordable ai all alternative alternatives analytics android api app application applications apps architecture at authentication automation availability award awards background basic battery beginner beginners benefit benefits best bonus brand brands budget bundle
business capacity care case cases caveat caveats cheap choice choices citations classic cloud collaboration color comfort comments community company companies comparison compatibility competitors compliance conclusion cons considerations content context core cost costs course courses criteria crm custom customer customers customization dashboard data
database date deals debug definition delivery demo deployment description design desktop details development device devices disadvantages disclaimer display documentation download drawbacks durability ease easy ecosystem edition education efficiency email enterprise entertainment environment environmental error ethics examples experience experts factors
family faq faqs feature features feedback files final finance finally flexibility focus food formula free full function functionality fun gaming general goal goals guarantee guide guides hardware health high highlights history home honorable hosting how ideal image impact important in include individual influence information ingredients
innovation inputs insights installation instructions integration integrations interface introduction ios key language languages large latency leadership learning legacy legal level library license lifestyle light limitation limitations linux list local location low mac machine maintenance management market marketing material materials maximum media medium memory
mentions method methods mid middle migration mini mobile model models money more music native network new news next no notable notes notice nutrition objective offline one online open optional options order other others output overall overview packaging parking payment pc people performance personal photo physical pick picks plan plans platform platforms
plus point points popular popularity portability portable potential power practical premium price prices pricing privacy pro process product productivity products professional profile project pros protection prototype purpose quality query quick range rate rating ratings recap recipe recommendation recommendations reference references regional regular relationship reliability
reporting requirements research resources response results return returns review reviews risk robust role safety sales sample scalability schedule score screen security self server service services setup shipping shop short simple simplicity size skills small smart social software solution solutions sources space specialized specialty specs speed sport sports stability standard
starter store stores storage strategy strengths structure student students style styles suitability summary support sustainability switch system systems table takeaway takeaways team teams tech technical technology template templates testing text the third tips title tool tools total tracking training transparency travel trial type types ui unique unlimited update updates usability usage use
user users value variety verdict version versions video vision voice warranty weaknesses web website websites weight what why wide windows wireless workflow workflows year your
вывод заключение итог итоги преимущества недостатки плюсы минусы особенности цена цены пример примеры введение рекомендации советы совет важно примечание использование качество
fazit vorteile nachteile preis preise beispiel beispiele einleitung tipps hinweis qualität avantages inconvénients prix exemple exemples conseils qualité ventajas desventajas precio precios ejemplo ejemplos consejos calidad
まとめ 結論 概要 比較 価格 機能 特徴 料金 優点 优点 缺点 总结 价格 功能 特点`.split(/\s+/),
)
