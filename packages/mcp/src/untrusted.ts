/**
 * Text that somebody outside wrote: a platform's answer, a page's title. A model reads what a tool returns, so this text
 * reaches it marked, in one place, and without what is there to be read by machines only.
 */
export class Quoted {
  readonly text: string

  constructor(written: string) {
    this.text = neutral(written)
  }

  toJSON(): string {
    return this.text
  }
}

/**
 * Characters nobody sees and a model reads: controls, bidirectional marks, tag characters, variation selectors. Joiners
 * stay between letters of scripts that need them to be spelt.
 */
const UNSEEN = new RegExp(
  [
    String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f]`,
    String.raw`[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]`,
    String.raw`[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`,
    String.raw`(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d]`,
  ].join('|'),
  'gu',
)

/** An API key, whoever wrote it. */
const KEY = /\bsl_(live|test)_[0-9A-Za-z]{8,}/g

/** Most strings: printable ASCII, in which nothing hides but a key. */
const PLAIN = /^[ -~]*$/

/** Any string that leaves in a result: well formed, visible, and without a key in it. */
export const clean = (text: string): string =>
  PLAIN.test(text) && !text.includes('sl_')
    ? text
    : text
        .toWellFormed()
        .replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
        .replaceAll(UNSEEN, '')
        .replaceAll(KEY, 'sl_$1_…')

/** Besides: no tag that could pass for the protocol's own, no image that a host would fetch, no data behind an address. */
const neutral = (text: string): string =>
  clean(text)
    .replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
    .replaceAll(/!(?=\[)/g, 'image ')
    .replaceAll(/\bdata:[\w.+-]+\/[\w.+-]+[;,][^\s)\]"'>]*/gi, '[data address left out]')
