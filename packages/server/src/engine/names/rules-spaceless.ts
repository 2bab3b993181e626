import type { Place, Rule } from './evidence.ts'

/** For names in scripts without case: nothing in the writing tells 小米 the maker from 小米 the millet. */
export const SPACELESS_RULES: Rule[] = [
  { says: 'a script without capitals', points: 2, holds: isCaseless },
  {
    says: 'known names in the sentence',
    points: 2,
    holds: (place) => isCaseless(place) && place.company.isInSentenceWithKnown,
  },
  { says: 'known names in the answer', points: 2, holds: (place) => isCaseless(place) && place.company.others > 0 },
  { says: 'named beyond doubt elsewhere', points: 2, holds: (place) => isCaseless(place) && place.company.isSameKnown },
  { says: 'its own site is shown', points: 3, holds: (place) => isCaseless(place) && place.company.isOwnDomainShown },
  { says: 'a kind of product or company behind it', points: 3, holds: (place) => KIND_BEHIND.test(textBehind(place)) },
  { says: 'does what companies do', points: 3, holds: (place) => VERB_BEHIND.test(textBehind(place)) },
  {
    says: 'a word of business before it',
    points: 2,
    holds: (place) => isCaseless(place) && KIND_BEFORE.test(textBefore(place)),
  },
  { says: 'quoted as a name', points: 1, holds: (place) => /[《「『“"]$/.test(textBefore(place)) && isCaseless(place) },
  { says: 'counted or eaten', points: -5, holds: (place) => isCaseless(place) && COUNTED.test(textBefore(place)) },
  { says: 'another meaning by the words around', points: -3, holds: isOfDailyLife },
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
  /[吃喝煮炒削剥爬]|水果|果汁|果树|粮食|谷物|营养|维生素|旅游|景点|游客|古代|普遍|公众|舆论|食べ|果物|果実|観光|먹|과일/

function isOfDailyLife(place: Place): boolean {
  const { sentence } = place.surroundings
  return isCaseless(place) && DAILY_LIFE.test(place.text.slice(sentence.start, sentence.end))
}

function isCaseless({ surface }: Place): boolean {
  return surface.toLowerCase() === surface.toUpperCase()
}

function textBehind({ text, end, surface }: Place): string {
  return surface.toLowerCase() === surface.toUpperCase() ? text.slice(end, end + 6) : ''
}

function textBefore({ text, start }: Place): string {
  return text.slice(Math.max(0, start - 6), start)
}
