import type { Feature, Occurrence } from './evidence.ts'

/** For names in scripts without case: nothing in the writing tells 小米 the maker from 小米 the millet. */
export const SPACELESS_RULES: Feature[] = [
  { says: 'a script without capitals', value: isCaseless },
  {
    says: 'known names in the sentence, without capitals',
    value: (place) => isCaseless(place) && place.company.isInSentenceWithKnown,
  },
  {
    says: 'known names in the answer, without capitals',
    value: (place) => isCaseless(place) && place.company.others > 0,
  },
  {
    says: 'named beyond doubt elsewhere, without capitals',
    value: (place) => isCaseless(place) && place.company.isSameKnown,
  },
  {
    says: 'its own site is shown, without capitals',
    value: (place) => isCaseless(place) && place.company.isOwnDomainShown,
  },
  {
    says: 'a kind of product or company behind it, without capitals',
    value: (place) => KIND_BEHIND.test(textBehind(place)),
  },
  { says: 'does what companies do, without capitals', value: (place) => VERB_BEHIND.test(textBehind(place)) },
  {
    says: 'a word of business before it',
    value: (place) => isCaseless(place) && KIND_BEFORE.test(textBefore(place)),
  },
  { says: 'quoted as a name', value: (place) => /[《「『“"]$/.test(textBefore(place)) && isCaseless(place) },
  { says: 'counted or eaten', value: (place) => isCaseless(place) && COUNTED.test(textBefore(place)) },
  { says: 'another meaning by the words around, without capitals', value: isOfDailyLife },
  { says: 'the word, by what stands beside it', value: isNamesake },
]

const KIND_BEHIND =
  /^(?:公司|手机|集团|科技|品牌|官网|应用|系统|电脑|平板|手表|耳机|汽车|股份|银行|商城|旗舰|产品|用户|会社|社は|株式|グループ|銀行|製品|スマホ|アプリ|회사|그룹|전자|자동차|앱|페이|카드|뱅크)/
const VERB_BEHIND =
  /^(?:发布|推出|宣布|收购|表示|提供|拥有|支持|成立|上市|计划|は発表|が発表|を展開|は提供|が提供|が開発)/
const KIND_BEFORE = /(?:品牌|公司|使用|通过|推荐|购买|选择|比起|相比|支持|下载|如|ブランド|大手|社|브랜드)$/
const COUNTED =
  /(?:[一二三四五六七八九十两几半每这那\d]\s?[个颗只碗斤片块杯瓶粒盒袋袋箱串根棵]|[吃喝煮炒削切洗种摘熬]了?|个个|つの|個の)$/

/** Food, sights and the public: what the words of the lexicon mean when they are no names. */
const DAILY_LIFE =
  /[吃喝煮炒削剥爬]|水果|果汁|果树|粮食|谷物|营养|维生素|旅游|景点|游客|古代|普遍|公众|舆论|動物|食べ|果物|果実|観光|먹|과일/

function isOfDailyLife(place: Occurrence): boolean {
  const { sentence } = place.surroundings
  return isCaseless(place) && DAILY_LIFE.test(place.text.slice(sentence.start, sentence.end))
}

function isCaseless({ surface }: Occurrence): boolean {
  return surface.toLowerCase() === surface.toUpperCase()
}

function textBehind({ text, end, surface }: Occurrence): string {
  return surface.toLowerCase() === surface.toUpperCase() ? text.slice(end, end + 6) : ''
}

function textBefore({ text, start }: Occurrence): string {
  return text.slice(Math.max(0, start - 6), start)
}

/** Names that are words, by what the word stands beside: general knowledge, not exhaustive. */
const NAMESAKES: Readonly<Record<string, { before?: RegExp; behind?: RegExp }>> = {
  大众: {
    before: /(?:受到?|深受|广大|普通|面向|迎合|社会|人民)$/,
    behind: /^(?:化|文化|传媒|媒体|心理|喜爱|欢迎|审美|生活)/,
  },
  联想: { behind: /^(?:到|起|能力|丰富|记忆)/ },
  统一: { before: /(?:国家|祖国|两岸)$/, behind: /^(?:标准|管理|口径|战线|祖国|规定|思想)/ },
  理想: { before: /(?:的|个|人生|很|最|不太?)$/, behind: /^(?:的|状态|主义|情况|选择|化)/ },
  荣耀: { before: /(?:的|无限|无上)$/, behind: /^(?:归于|时刻|感)/ },
  长城: { before: /(?:爬|万里|登上?|游览)$/, behind: /^(?:上|脚下|景区)/ },
  平安: { before: /(?:一路|祝你?|岁岁|报)$/, behind: /^(?:夜|到达|归来|喜乐|健康)/ },
  阳光: { before: /(?:晒|温暖的?|和煦的?)$/, behind: /^(?:明媚|灿烂|照|下|充足|普照)/ },
  美的: { before: /(?:[完优最很真甜精健唯]|更)$/ },
  现代: { behind: /^(?:社会|化|人|生活|科学|艺术|文学|史|技术|教育)/ },
  未来: { behind: /^(?:的|几年|发展|十年|可能|趋势)/ },
  楽天: { behind: /^(?:的|家|主義)/ },
  明治: { behind: /^(?:維新|時代|[元一二三四五六七八九十]+年|天皇|神宮|政府)/ },
  현대: { behind: /^ ?(?:사회|인|적|미술|문학|의학|사)/ },
}

function isNamesake(place: Occurrence): boolean {
  const { before, behind } = NAMESAKES[place.surface] ?? {}
  return before?.test(textBefore(place)) === true || behind?.test(textBehind(place)) === true
}
