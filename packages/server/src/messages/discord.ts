import type { Notice } from './notice.ts'
import { fitted } from './plain-text.ts'

/** One embed: title 256, description 4,096, 25 fields of 256 and 1,024, footer 2,048; 6,000 characters in all. */
export function discordMessage(notice: Notice): DiscordMessage {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: fitted(notice.headline, 256, escapeMarkdown),
        description: fitted(notice.sentence, 1_200, escapeMarkdown),
        color: colours[notice.tone],
        fields: [...notice.facts.map(factField), ...notice.sections.map(sectionField)].slice(0, 25),
        // A footer knows no markup.
        footer: { text: fitted(`${notice.kind} · ${notice.footer}`, 300, (text) => text) },
        ...(notice.url !== null && { url: notice.url }),
      },
    ],
  }
}

type Field = { name: string; value: string; inline: boolean }
type DiscordMessage = {
  allowed_mentions: { parse: never[] }
  embeds: [
    { title: string; description: string; color: number; fields: Field[]; footer: { text: string }; url?: string },
  ]
}

const colours = { up: 0x2e_7d_32, down: 0xb3_26_1e, neutral: 0x4f_6b_ed } as const

const factField = ({ label, value }: Notice['facts'][number]): Field => ({
  name: fitted(label, 256, escapeMarkdown),
  value: fitted(value, 700, escapeMarkdown),
  inline: value.length <= 40,
})

const sectionField = ({ title, lines }: Notice['sections'][number]): Field => ({
  name: fitted(title, 256, escapeMarkdown),
  value: fitted(lines.join('\n'), 1_024, (text) => text.split('\n').map(escapeMarkdown).join('\n')),
  inline: false,
})

/** Discord takes a backslash before any punctuation: markup, mentions, emoji and bare addresses become text. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
