import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, measureJudgement } from './judgement.test-support.ts'

const ruleIn = (text: string, name = 'Notion') => judge(text, name, 'Asana').listings.entities.get(name)?.rule
const sentimentIn = (text: string, name = 'Notion') => judge(text, name, 'Asana').sentiments.entities.get(name)

const offered: [string, string][] = [
  ['1. **Notion** – notes\n2. Asana', 'entry'],
  ['### Best value: Notion\nFlexible.', 'entry'],
  ['| Tool | Price |\n|---|---|\n| Notion | 8 |', 'entry'],
  ['- Etsy or Notion: both sell them', 'entry'],
  ['**Notion** keeps notes.\n\n**Asana** tracks tasks.', 'entry'],
  ['Top picks:Notion: A flexible tool.Asana: A task tool.', 'label'],
  ['You can use tools like Asana, Notion, and others.', 'example'],
  ['Probier Werkzeuge wie Notion.', 'example'],
  ['Подойдут сервисы, например Notion.', 'example'],
  ['I would recommend Notion.', 'recommended'],
  ['Notion is the best option for small teams.', 'recommended'],
  [
    'Notion and Asana are both popular. Notion is for notes. Asana is for tasks. Notion is flexible. Asana is strict.',
    'compared',
  ],
]
for (const [text, rule] of offered) {
  test(`offered (${rule}): ${text}`, () => assert.equal(ruleIn(text), rule))
}

const named: [string, string][] = [
  ['Notion was founded in 2013.', 'named'],
  ['It was developed by Notion in 2016.', 'named'],
  ['It integrates with popular tools like Notion.', 'named'],
  ['Avoid Notion.', 'discouraged'],
  ['Asana is faster than Notion.', 'discouraged'],
  ['Here is a template for your Notion page:\n- Notion title\n- Date', 'template'],
  [
    'Why Notion grew:\n1. Design: Notion has a clean look.\n2. Price: Notion has a free plan.\n3. Community: Notion has fans.',
    'topic',
  ],
]
for (const [text, rule] of named) {
  test(`only named (${rule}): ${text}`, () => assert.equal(ruleIn(text), rule))
}

const judged: [string, string][] = [
  ['Notion is excellent and easy to use.', 'positive'],
  ['Notion ist hervorragend und beliebt.', 'positive'],
  ['Notion est un excellent choix.', 'positive'],
  ['Notion es una excelente opción, muy recomendable.', 'positive'],
  ['Notion — отличный и надежный сервис.', 'positive'],
  ['Notionは使いやすく人気があります。', 'positive'],
  ['Notion is not reliable.', 'negative'],
  ['Notion is overpriced and slow.', 'negative'],
  ['Notion ist langsam und teuer.', 'negative'],
  ['Notion est lent et décevant.', 'negative'],
  ['Notion es lento y caro.', 'negative'],
  ['Notion медленный и дорогой.', 'negative'],
  ['Notionはおすすめしません。', 'negative'],
  ['Notion is powerful, but it is slow and expensive.', 'mixed'],
  ['Notion is a company in San Francisco.', 'neutral'],
  ['- Notion: a note app\n- Asana: excellent and reliable', 'neutral'],
  ['Unlike Notion, Asana is fast.', 'negative'],
  ['I would pick Notion over Asana.', 'positive'],
  ['Asana is slow, whereas Notion is fast and reliable.', 'positive'],
  ['Few, if any, complain: a few great tools exist. Notion exists.', 'neutral'],
]
for (const [text, sentiment] of judged) {
  test(`${sentiment}: ${text}`, () => assert.equal(sentimentIn(text), sentiment))
}

for (const file of ['labels-dev.jsonl', 'adversarial-dev.jsonl'] as const) {
  test(`on ${file} listing and sentiment are judged right 15 points more often than by always guessing the commonest label`, (t) => {
    const measured = measureJudgement(file)
    if (measured === null) return t.skip('the labelled answers are not here: set SIGHTLINE_SHARED')
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`
    t.diagnostic(
      `${file}, ${measured.pairs} pairs: listed ${percent(measured.listed)} (guess ${percent(measured.listedGuess)})`,
    )
    t.diagnostic(`sentiment ${percent(measured.sentiment)} (guess ${percent(measured.sentimentGuess)})`)
    assert.ok(measured.listed >= measured.listedGuess + 0.15)
    assert.ok(measured.sentiment >= measured.sentimentGuess + 0.15)
  })
}
