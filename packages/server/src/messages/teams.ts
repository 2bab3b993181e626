import type { Notice } from './notice.ts'
import { fitted } from './plain-text.ts'

/** A message with one Adaptive Card, as the Workflows webhooks of Teams take it; about 28 kB at most. */
export function teamsMessage(notice: Notice): TeamsMessage {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: literal(notice.headline, 500),
          body: bodyOf(notice),
          actions: notice.url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Sightline', url: notice.url }],
        },
      },
    ],
  }
}

type TextRun = { type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Medium' | 'Small'; isSubtle?: true }
type Item =
  | { type: 'RichTextBlock'; inlines: TextRun[]; separator?: true }
  | { type: 'FactSet'; facts: { title: string; value: string }[] }
type TeamsMessage = {
  type: 'message'
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive'
      contentUrl: null
      content: {
        $schema: string
        type: 'AdaptiveCard'
        version: '1.4'
        fallbackText: string
        body: Item[]
        actions: { type: 'Action.OpenUrl'; title: string; url: string }[]
      }
    },
  ]
}

/** Text runs know no Markdown, so whatever stands in them is text; facts do, so theirs is escaped. */
function bodyOf(notice: Notice): Item[] {
  return [
    run(notice.kind, 100, { size: 'Small', isSubtle: true }),
    run(notice.headline, 500, { weight: 'Bolder', size: 'Medium' }),
    run(notice.sentence, 1_500),
    ...(notice.facts.length > 0 ? [{ type: 'FactSet' as const, facts: notice.facts.map(fact) }] : []),
    ...notice.sections.flatMap(({ title, lines }): Item[] => [
      { ...run(title, 300, { weight: 'Bolder' }), separator: true },
      ...lines.map((line) => run(`• ${line}`, 500)),
    ]),
    run(notice.footer, 300, { size: 'Small', isSubtle: true }),
  ]
}

const run = (text: string, limit: number, style: Partial<TextRun> = {}) => ({
  type: 'RichTextBlock' as const,
  inlines: [{ type: 'TextRun' as const, text: literal(text, limit), ...style }],
})

const fact = ({ label, value }: Notice['facts'][number]): { title: string; value: string } => ({
  title: fitted(label, 300, escapeMarkdown),
  value: fitted(value, 1_000, escapeMarkdown),
})

const literal = (text: string, limit: number): string => fitted(text, limit, breakFunctions)

/** Adaptive Cards read `{{DATE(…)}}` and `${…}` in any text: an invisible sign between the two takes them apart. */
const breakFunctions = (text: string): string => text.replaceAll(/(?<=[{$])\{/g, '\u2060{')

/** Without brackets and angles there is no link; round ones stay, because some clients show the backslash. */
const escapeMarkdown = (text: string): string => breakFunctions(text.replaceAll(/[\\`*_~#<>[\]]/g, String.raw`\$&`))
