/**
 * Whether a dictionary reads a longer word across `text.slice(start, end)`, in a script without spaces: 小米 in 小米粥
 * (millet gruel), 維新 in 明治維新. Runs of katakana are one word each.
 */
export function crossesWord(text: string, start: number, end: number): boolean {
  const isKatakana = (unit: string) => /[\p{Script=Katakana}ー]/u.test(unit)
  if (isKatakana(text.charAt(start)) && isKatakana(text.charAt(start - 1))) return true
  if (isKatakana(text.charAt(end - 1)) && isKatakana(text.charAt(end))) return true
  // Japanese makes adjectives with 的: 楽天的 is "optimistic".
  if (text.charAt(end) === '的' && /[\u3040-\u30ff]/.test(text.slice(Math.max(0, start - REACH), end + REACH)))
    return true
  const isLetter = (unit: string) => /\p{L}/u.test(unit)
  if (!isLetter(text.charAt(start - 1)) && !isLetter(text.charAt(end))) return false
  const from = Math.max(0, start - REACH)
  const around = text.slice(from, end + REACH)
  for (const { index, segment } of segmenterFor(around).segment(around)) {
    const isLonger = segment.length > end - start
    if (isLonger && from + index <= start && end <= from + index + segment.length) return true
  }
  return false
}

/** Enough to either side for the dictionary to find its words. */
const REACH = 12

function segmenterFor(text: string): Intl.Segmenter {
  const locale = /[\u3040-\u30ff]/.test(text) ? 'ja' : /[\u0e00-\u0e7f]/.test(text) ? 'th' : 'zh'
  const known = segmenters.get(locale)
  if (known !== undefined) return known
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  segmenters.set(locale, segmenter)
  return segmenter
}

/** To make one takes far longer than to ask it. */
const segmenters = new Map<string, Intl.Segmenter>()
