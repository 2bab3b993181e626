import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { embedLength, EmbedBuilder } from '@discordjs/builders'
import type { KnownBlock } from '@slack/types'
import type * as adaptiveCards from 'adaptivecards'
import * as fc from 'fast-check'
import { z } from 'zod'
import { renderDigest } from './digest.ts'
import { discordMessage } from './discord.ts'
import { eventNotice } from './event-notice.ts'
import { hostileEvent, hostileText, plainEvents } from './events.test-support.ts'
import { googleChatMessage } from './google-chat.ts'
import type { Notice } from './notice.ts'
import { renderMessage, type MessageFormat } from './render.ts'
import { slackMessage } from './slack.ts'
import { teamsMessage } from './teams.ts'

// The package's module files import each other without endings, which Node does not resolve; its bundle is whole.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.min.js',
) as typeof adaptiveCards

const formats: MessageFormat[] = ['slack', 'discord', 'teams', 'googlechat']
const dashboardUrl = 'https://sightline.example/brands/brd_1?tab=score&x=a|b'

/** What all four may never let through: control signs, hidden ones, half surrogates, words that call everybody. */
const neverShown = /[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069]|\p{Cs}|@(everyone|here|channel|all)/iu

const options = fc.record({
  brandName: hostileText,
  dashboardUrl: fc.oneof(fc.constantFrom(null, dashboardUrl, 'javascript:alert(1)', 'no address'), hostileText),
  isTest: fc.boolean(),
})
const hostileNotice = fc.tuple(hostileEvent, options).map(([event, given]) => eventNotice(event, given))
const hold = <Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => void): void =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 400 })

describe('W31 whatever stands in an event, its message', () => {
  for (const format of formats) {
    test(`${format}: is valid JSON of at most 20 kB without signs that hide or call`, () => {
      hold(fc.tuple(hostileEvent, options), ([event, given]) => {
        const json = JSON.stringify(renderMessage(format, event, given))
        assert.ok(Buffer.byteLength(json) <= 20_000, String(json.length))
        for (const text of texts(JSON.parse(json))) assert.doesNotMatch(text.replaceAll('\n', ''), neverShown)
      })
    })

    test(`${format}: a digest of a burst is too, within the vendor's limits`, () => {
      const group = fc.record({
        brandName: hostileText,
        events: fc.array(hostileEvent, { minLength: 1, maxLength: 12 }),
      })
      const property = fc.property(fc.array(group, { minLength: 1, maxLength: 60 }), (groups) => {
        const span = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' }
        const message = renderDigest(format, groups, { span, dashboardUrl })
        assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 20_000)
        holdVendor[format](message)
      })
      fc.assert(property, { numRuns: 40 })
    })

    test(`${format}: a digest of thousands of long lines shows as many as there is room for`, () => {
      const event = structuredClone(plainEvents.recommendationNew)
      if (event.type === 'recommendation.new') event.data.title = '"&*𝕏'.repeat(100)
      const groups = Array.from({ length: 200 }, () => ({ brandName: '&*'.repeat(80), events: Array(20).fill(event) }))
      const span = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' }
      const message = renderDigest(format, groups, { span, dashboardUrl })
      assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 20_000)
      holdVendor[format](message)
      assert.match(shownText(message), /4000 alerts for 200 brands/)
    })

    test(`${format}: keeps the vendor's limits, and nothing in it is markup but ours`, () => {
      hold(hostileNotice, (notice) => holdVendor[format](writersOf[format](notice)))
    })
  }
})

test('Slack: the blocks are of the vendor’s own types', () => {
  const { blocks } = slackMessage(
    eventNotice(plainEvents.scoreChanged, { brandName: 'A', dashboardUrl, isTest: false }),
  )
  blocks satisfies KnownBlock[]
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['header', 'section', 'section', 'section', 'context'],
  )
})

describe('each message says what changed and how sure that is', () => {
  const said: [keyof typeof plainEvents, string[]][] = [
    [
      'scoreChanged',
      ['Fernhold', '66 → 71', '+5.2', '68 to 74.3', 'Significant', 'yes', '412 answers', '7d', 'ChatGPT 60 → 70'],
    ],
    [
      'competitorAlert',
      [
        'Quorvane overtook Fernhold',
        '64 → 72',
        'too few prompts',
        'may be chance',
        '380 simulated answers',
        'nothing real',
        'moved everyone',
      ],
    ],
    ['recommendationNew', ['Fernhold', 'Get listed on g2.example', '+4 points', '2.5 to 6', 'low', '301 answers']],
  ]
  for (const format of formats)
    for (const [name, parts] of said)
      test(`${format}, ${name}`, () => {
        const shown = shownText(
          renderMessage(format, plainEvents[name], { brandName: 'Fernhold', dashboardUrl, isTest: false }),
        )
        for (const part of parts) assert.ok(shown.includes(part), `${part} in ${shown}`)
        assert.ok(!shown.includes('Test'))
        assert.ok(name === 'competitorAlert' || !shown.includes('simulated'))
        assert.ok(shown.includes('https://sightline.example/brands/brd_1'), shown)
      })

  test('a test message says that nothing happened', () => {
    for (const format of formats) {
      const message = renderMessage(format, plainEvents.scoreChanged, {
        brandName: 'A',
        dashboardUrl: null,
        isTest: true,
      })
      const shown = shownText(message)
      for (const part of ['Test: Visibility score changed', 'This is a test message; nothing happened.'])
        assert.ok(shown.includes(part), shown)
    }
  })

  test('a digest counts what it holds and names each brand with its events', () => {
    const groups = [
      { brandName: 'Fernhold', events: [plainEvents.scoreChanged, plainEvents.competitorAlert] },
      { brandName: 'Taskmoor', events: Array.from({ length: 10 }, () => plainEvents.recommendationNew) },
    ]
    for (const format of formats) {
      const span = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' }
      const shown = shownText(renderDigest(format, groups, { span, dashboardUrl }))
      for (const part of [
        '12 alerts for 2 brands',
        '10 of them are shown',
        'Fernhold',
        'Visibility up 5.2 points, 66 → 71',
        'Quorvane overtook Fernhold (may be chance) (simulated)',
        'Taskmoor',
        '+4 points: Get listed',
      ])
        assert.ok(shown.includes(part), `${part} in ${shown}`)
    }
  })
})

const writersOf = {
  slack: slackMessage,
  discord: discordMessage,
  teams: teamsMessage,
  googlechat: googleChatMessage,
} satisfies Record<MessageFormat, (notice: Notice) => unknown>

/** The vendors' limits and grammars, by their own code where there is some. */
const holdVendor: Record<MessageFormat, (message: unknown) => void> = {
  slack(message) {
    const { text, blocks } = message as ReturnType<typeof slackMessage>
    assert.ok(blocks.length <= 50)
    assert.ok(text.length >= 1 && texts(message).join('').length <= 13_000)
    for (const block of blocks) {
      if (block.type === 'header') assert.ok(block.text.text.length <= 150)
      if (block.type === 'section' && 'text' in block) assert.ok(block.text.text.length <= 3_000)
      if (block.type === 'section' && 'fields' in block)
        assert.ok(block.fields.length <= 10 && block.fields.every((field) => field.text.length <= 2_000))
      if (block.type === 'context') assert.ok(block.elements.length <= 10)
    }
    for (const part of [text, ...blocks.flatMap(textsOfBlock)]) {
      assert.ok(part.length > 0)
      const own = part.replace(/^<https?:\/\/[^<>|]+\|Open in Sightline>$/, '')
      assert.doesNotMatch(own, /[<>]|&(?!(amp|lt|gt);)/)
    }
    for (const part of blocks.flatMap(mrkdwnOf)) assert.doesNotMatch(part.replace(/^\*[^*\n]+\*/, ''), /[*_~`]/)
  },
  discord(message) {
    const { allowed_mentions, embeds } = message as ReturnType<typeof discordMessage>
    assert.deepEqual(allowed_mentions, { parse: [] })
    assert.equal(embeds.length, 1)
    const [embed] = embeds
    const built = new EmbedBuilder()
      .setTitle(embed.title)
      .setDescription(embed.description)
      .setColor(embed.color)
      .setFields(embed.fields)
      .setFooter(embed.footer)
      .setURL(embed.url ?? null)
      .toJSON()
    assert.ok(embedLength(built) <= 6_000)
    for (const part of [embed.title, embed.description, ...embed.fields.flatMap(({ name, value }) => [name, value])])
      assert.doesNotMatch(part.replaceAll(/\\[!-/:-@[-`{-~]/g, ''), /[!-/:-@[-`{-~]/)
  },
  teams(message) {
    assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 28_000)
    const [{ content }] = (message as ReturnType<typeof teamsMessage>).attachments
    const context = new SerializationContext(Versions.v1_4)
    const card = new AdaptiveCard()
    card.parse(content, context)
    assert.equal(context.eventCount, 0, context.eventCount > 0 ? context.getEventAt(0).message : '')
    assert.deepEqual(card.validateProperties().validationEvents, [])
    for (const part of texts(content)) assert.doesNotMatch(part, /\{\{|\$\{/)
    for (const item of content.body)
      for (const part of item.type === 'FactSet' ? texts(item.facts) : [])
        assert.doesNotMatch(part.replaceAll(/\\[\\`*_~#<>[\]]/g, ''), /[\\`*_~#<>[\]]/)
  },
  googlechat(message) {
    assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 32_000)
    const { cardsV2, fallbackText } = googleChatSchema.parse(message)
    assert.doesNotMatch(fallbackText, /[<>]/)
    assert.ok(cardsV2[0].card.sections.reduce((sum, { widgets }) => sum + widgets.length, 0) <= 100)
    for (const part of texts(cardsV2[0].card))
      if (!/^https?:/.test(part))
        assert.doesNotMatch(part.replaceAll(/<\/?b>|<br>/g, ''), /[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
  },
}

const htmlText = z.string().min(1)
/** What of Google Chat's message resource is used: unknown fields are refused, as its API does. */
const googleChatSchema = z.strictObject({
  fallbackText: z.string().min(1),
  cardsV2: z.tuple([
    z.strictObject({
      cardId: z.string().min(1).max(64),
      card: z.strictObject({
        header: z.strictObject({ title: z.string().min(1), subtitle: z.string() }),
        sections: z
          .array(
            z.strictObject({
              header: htmlText.optional(),
              widgets: z
                .array(
                  z.union([
                    z.strictObject({ textParagraph: z.strictObject({ text: htmlText }) }),
                    z.strictObject({
                      decoratedText: z.strictObject({ topLabel: htmlText, text: htmlText, wrapText: z.boolean() }),
                    }),
                    z.strictObject({
                      buttonList: z.strictObject({
                        buttons: z
                          .array(
                            z.strictObject({
                              text: htmlText,
                              onClick: z.strictObject({ openLink: z.strictObject({ url: z.url() }) }),
                            }),
                          )
                          .min(1),
                      }),
                    }),
                  ]),
                )
                .min(1),
            }),
          )
          .min(1),
      }),
    }),
  ]),
})

type SlackBlock = ReturnType<typeof slackMessage>['blocks'][number]

const textObjects = (block: SlackBlock) => {
  if (block.type === 'header') return [block.text]
  if (block.type === 'context') return block.elements
  if (block.type === 'section') return 'fields' in block ? block.fields : [block.text]
  return []
}
const textsOfBlock = (block: SlackBlock): string[] => textObjects(block).map(({ text }) => text)
const mrkdwnOf = (block: SlackBlock): string[] =>
  textObjects(block)
    .filter(({ type, text }) => type === 'mrkdwn' && !text.endsWith('|Open in Sightline>'))
    .map(({ text }) => text)

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** A message's text as its reader sees it. */
const shownText = (message: unknown): string =>
  texts(message)
    .join('\n')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
