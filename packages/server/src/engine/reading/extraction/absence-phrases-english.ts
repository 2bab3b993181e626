import type { Phrase } from './absence-phrase.ts'

/**
 * In the patterns `§` is the name; between phrase and name up to 60 units of filler ("a company called", other names), but
 * no clause that begins anew and no part of the entity ("pricing for").
 */
const aspect = `\\b(?:pric|plans?\\b|features?\\b|costs?\\b|fees?\\b)|\\b(?:but|while|however|than)\\b|;`
const filler = `(?:(?!${aspect})[^.!?。§]){0,60}§`
const gap = `(?:(?!${aspect})[^.!?§]){0,40}`
const about = `(?:about|on|for|of|regarding|concerning|to|from|with|called|named|under|matching|that mentions?|mentioning)`
const thing = `(?:information|info|details?|data|references?|mentions?|records?|results?|evidence|sources?|reviews?|coverage|listings?|anything|nothing|documentation|trace|knowledge|entr(?:y|ies))`
export const ENGLISH: readonly Phrase[] = [
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
      `(?<!you (?:do|did|are|may|might)\\s?)(?:\\bnot|n't) (?:familiar with|aware of|know(?: of| about| anything about)?|recognize|have (?:access to )?(?:any |enough |specific |reliable |detailed |much )*${thing} (?:about|on|of|for|regarding))\\b${filler}`,
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
    /§["”*]{0,3}\s(?:does(?:n't| not) (?:seem to )?exist(?! (?:on|in|for|as|without|yet)\b)|(?:is|appears to be|may be|might be) (?:a )?(?:fictional|made[- ]up|non-?existent))\b/iu,
  ],
  [
    'nothing found',
    new RegExp(`\\b(?:came|come|comes|turned) up (?:empty|blank|with nothing)\\b${gap}\\b${about}\\b${filler}`, 'iu'),
  ],
  ['nothing found', new RegExp(`\\bnothing (?:came|turned|showed) up ${about}\\b${filler}`, 'iu')],
  [
    'nothing found',
    new RegExp(
      `\\b${thing} ${about}\\b${filler}[^.!?]{0,20}\\b(?:scarce|non-?existent|unavailable|not (?:publicly )?available)\\b`,
      'iu',
    ),
  ],
  [
    'nothing found',
    new RegExp(
      `\\b(?:does|do|did)(?:n't| not) (?:seem|appear) to be\\b[^.!?§]{0,30}\\b${thing}\\b${gap}\\b${about}\\b${filler}`,
      'iu',
    ),
  ],
  [
    'nothing found',
    new RegExp(`\\bI (?:currently )?lack\\b[^.!?§]{0,30}\\b${thing}\\b${gap}\\b${about}\\b${filler}`, 'iu'),
  ],
  [
    'nothing known',
    new RegExp(`\\bI(?:'ve| have)? never (?:heard|come across|encountered|read)\\b(?: (?:of|about))?${filler}`, 'iu'),
  ],
  [
    'nothing known',
    new RegExp(`\\bI have(?:n't| not) (?:heard|come across|encountered)\\b(?: (?:of|about))?${filler}`, 'iu'),
  ],
  [
    'nothing known',
    /§["”*]{0,3}\s(?:is|was)(?:n't| not) (?:a |an |any )?(?:\p{L}+ )?(?:I(?:'m| am)? (?:recognize|know|aware of|familiar with)|known to me)|§["”*]{0,3}\sis (?:entirely |completely )?unknown to me\b/iu,
  ],
  [
    'not in sources',
    /\b(?:none|neither) of (?:the|my|these|those) (?:sources|results|articles|pages|reviews|lists)\b[^.!?§]{0,30}\b(?:mentions?|names?|lists?|includes?|covers?|references?)\s["“*]{0,3}§/iu,
  ],
  [
    'no such thing',
    new RegExp(
      `\\b(?:can(?:'t|not)|could(?:n't| not)|unable to|not able to) (?:confirm|verify)\\b[^.!?§]{0,20}\\b(?:existence of\\b${filler}|(?:that|whether|if)\\b${filler}["”*]{0,3} (?:really |actually )?exists?\\b)`,
      'iu',
    ),
  ],
  [
    'no such thing',
    new RegExp(
      `\\b(?:is|are|was|were) no (?:widely |well[- ])?(?:known |recognized |such )?(?:company|product|brand|tool|service|software|app|business) (?:called|named|by the name of|known as)\\b${filler}`,
      'iu',
    ),
  ],
  [
    'no such thing',
    /§["”*]{0,3}\s(?:seems|appears) to be (?:an? )?(?:\p{L}+ ){0,4}(?:fictional|made[- ]up|non-?existent)\b/iu,
  ],
  [
    'nothing found',
    new RegExp(`\\bsearched (?:for|on)\\b${filler}[^.!?]{0,20}\\b(?:found|got|saw) (?:no|nothing)\\b`, 'iu'),
  ],
  [
    'nothing known',
    new RegExp(
      `\\b(?:unable|not able) to (?:provide|give|offer)\\b[^.!?§]{0,20}\\b${thing} ${about}\\b${filler}|§[^.!?]{0,6}\\b(?:as|because|since) I(?:'m| am)? (?:not (?:aware of|familiar with)|don't know) (?:it|them)\\b`,
      'iu',
    ),
  ],
]
