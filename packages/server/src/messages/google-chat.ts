import type { Notice } from './notice.ts'
import { fitted } from './plain-text.ts'

/** A message with one card: at most 32 kB and 100 widgets. Its texts are a small part of HTML. */
export function googleChatMessage(notice: Notice): GoogleChatMessage {
  return {
    // Shown in notifications, never parsed as a message's text is: `<users/all>` would call everybody there.
    fallbackText: fitted(`${notice.kind}: ${notice.headline}`, 500, withoutAngles),
    cardsV2: [
      {
        cardId: 'sightline',
        card: { header: { title: 'Sightline', subtitle: notice.kind }, sections: sectionsOf(notice) },
      },
    ],
  }
}

type Widget =
  | { textParagraph: { text: string } }
  | { decoratedText: { topLabel: string; text: string; wrapText: true } }
  | { buttonList: { buttons: { text: string; onClick: { openLink: { url: string } } }[] } }
type Section = { header?: string; widgets: Widget[] }
type GoogleChatMessage = {
  fallbackText: string
  cardsV2: [{ cardId: string; card: { header: { title: string; subtitle: string }; sections: Section[] } }]
}

function sectionsOf(notice: Notice): Section[] {
  const said = `<b>${fitted(notice.headline, 500, escapeHtml)}</b><br>${fitted(notice.sentence, 1_500, escapeHtml)}`
  return [
    { widgets: [{ textParagraph: { text: said } }, ...notice.facts.map(factWidget)] },
    ...notice.sections.map(({ title, lines }) => ({
      header: fitted(title, 300, escapeHtml),
      widgets: [{ textParagraph: { text: lines.map((line) => `• ${fitted(line, 500, escapeHtml)}`).join('<br>') } }],
    })),
    { widgets: [...linkWidget(notice.url), { textParagraph: { text: fitted(notice.footer, 300, escapeHtml) } }] },
  ]
}

const factWidget = ({ label, value }: Notice['facts'][number]): Widget => ({
  decoratedText: {
    topLabel: fitted(label, 300, escapeHtml),
    text: fitted(value, 1_000, escapeHtml),
    wrapText: true,
  },
})

const linkWidget = (url: string | null): Widget[] =>
  url === null ? [] : [{ buttonList: { buttons: [{ text: 'Open in Sightline', onClick: { openLink: { url } } }] } }]

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const withoutAngles = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›')
