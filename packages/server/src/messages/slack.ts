import type { Notice } from './notice.ts'
import { fitted } from './plain-text.ts'

type PlainText = { type: 'plain_text'; text: string; emoji: false }
type Mrkdwn = { type: 'mrkdwn'; text: string; verbatim: true }
type Block =
  | { type: 'header'; text: PlainText }
  | { type: 'section'; text: PlainText | Mrkdwn }
  | { type: 'section'; fields: Mrkdwn[] }
  | { type: 'context'; elements: (PlainText | Mrkdwn)[] }
  | { type: 'divider' }

/** Block Kit: at most 50 blocks, header 150, section 3,000, ten fields of 2,000 characters, ten context elements. */
export function slackMessage(notice: Notice): { text: string; mrkdwn: false; unfurl_links: false; blocks: Block[] } {
  return {
    // What notifications and screen readers use; the blocks are shown instead of it.
    text: fitted(`${notice.kind}: ${notice.headline}. ${notice.sentence}`, 1_000, escapeEntities),
    mrkdwn: false,
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(notice.headline, 150) },
      { type: 'section', text: plain(notice.sentence, 3_000) },
      ...(notice.facts.length > 0 ? [{ type: 'section' as const, fields: notice.facts.slice(0, 10).map(field) }] : []),
      ...notice.sections.slice(0, 40).map(section),
      ...(notice.url === null ? [] : [{ type: 'section' as const, text: link(notice.url) }]),
      { type: 'context', elements: [plain(`${notice.kind} · ${notice.footer}`, 300)] },
    ],
  }
}

const field = ({ label, value }: Notice['facts'][number]): Mrkdwn => ({
  type: 'mrkdwn',
  text: `*${fitted(label, 200, escapeMrkdwn)}*\n${fitted(value, 1_700, escapeMrkdwn)}`,
  verbatim: true,
})

const section = ({ title, lines }: Notice['sections'][number]): Block => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text: fitted([title, ...lines].join('\n'), 2_900, (text) => bold(text)),
    verbatim: true,
  },
})

/** The first line is the title. */
function bold(text: string): string {
  const [title = '', ...lines] = text.split('\n')
  return [`*${escapeMrkdwn(title)}*`, ...lines.map((line) => `• ${escapeMrkdwn(line)}`)].join('\n')
}

/** `|` and `>` end the address of a link; `webAddress` has encoded them. */
const link = (url: string): Mrkdwn => ({
  type: 'mrkdwn',
  text: `<${escapeEntities(url)}|Open in Sightline>`,
  verbatim: true,
})

const plain = (text: string, limit: number): PlainText => ({
  type: 'plain_text',
  text: fitted(text, limit, escapeEntities),
  emoji: false,
})

/** Slack reads these three in every text; as entities they are shown as they are, and no mention or link can be made. */
const escapeEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** mrkdwn has no escape for its own signs: signs that look like them stand in, where bold labels need mrkdwn. */
const escapeMrkdwn = (text: string): string =>
  escapeEntities(text).replaceAll(/[*_~`]/g, (sign) => lookAlikes[sign] ?? '')

const lookAlikes: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }
