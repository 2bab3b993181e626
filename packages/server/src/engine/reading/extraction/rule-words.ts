import type { ListingRule } from './listed.ts'
import { verdict } from './sentiment.ts'
import type { Weight } from '../text/sentiment-lexicon.ts'

/** A rule by its name and what it says, for whoever asks why. */
export type SaidRule<Name extends string> = { rule: Name; says: string }

/** Why a mention is an option, or none; `absent`: whatever its place, the answer knows nothing of it. */
export const listingRuleOf = <Name extends ListingRule | 'absent'>(rule: Name): SaidRule<Name> => ({
  rule,
  says: LISTING_RULES[rule],
})

const LISTING_RULES: Record<ListingRule | 'absent', string> = {
  entry: 'It opens an item, a row, a heading or a bold paragraph: it is one of what is set out.',
  label: 'A colon behind it makes it the label of what follows.',
  example: 'It is given as an example of what to take.',
  recommended: 'The sentence recommends it or calls it good.',
  compared: 'The answer compares it with another name from beginning to end.',
  named: 'The sentence speaks of it and offers nothing.',
  topic: 'The answer is about it: its items tell of it, none of them is it.',
  template: 'The answer hands over a form to fill in; names in it are filling.',
  discouraged: 'The sentence advises against it, or takes another one in its place.',
  absent: 'The answer says that it found or knows nothing of it.',
}

export type SentimentRule = 'praise' | 'blame' | 'both' | 'faint' | 'no_words'

/** What made the sentiment of a mention: the words around it, a weak one counted half. */
export const sentimentRuleOf = (weight: Weight): SaidRule<SentimentRule> => {
  const { praise, blame } = weight
  const counted = `Words of praise around it: ${praise}, of blame: ${blame}`
  if (praise + blame === 0) return { rule: 'no_words', says: 'No word of praise or blame stands around it.' }
  switch (verdict(weight)) {
    case 'neutral':
      return { rule: 'faint', says: `${counted} (a weak one is a half); less than one whole word makes no verdict.` }
    case 'positive':
      return { rule: 'praise', says: `${counted}; less than a quarter of both is blame.` }
    case 'negative':
      return { rule: 'blame', says: `${counted}; more than seven tenths of both are blame.` }
    case 'mixed':
      return { rule: 'both', says: `${counted}; blame is between a quarter and seven tenths of both.` }
  }
}
