import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promptIdeas, questionKey, type IdeaSubject } from './prompt-ideas.ts'
import { ideaLanguages, ideaTemplates } from './prompt-templates.ts'

const subject: IdeaSubject = {
  brand: 'Fernhold',
  topics: ['crm software', 'help desks'],
  competitors: ['Quorvane', 'Taskmoor'],
  language: 'en',
  country: 'DE',
}

test('fills each template with each topic and competitor, and leaves no gap open', () => {
  for (const language of ideaLanguages) {
    const ideas = promptIdeas({ ...subject, language })
    // Per topic 11, for the comparison 2 × 2, per competitor 2 + 1 branded, and 3 with the brand alone.
    assert.equal(ideas.length, 11 * 2 + 4 + 3 * 2 + 3)
    for (const { text } of ideas) assert.match(text, /^[^{}]+$/)
  }
})

test('all languages have the same intents in the same order', () => {
  const intentsOf = (language: (typeof ideaLanguages)[number]) => ideaTemplates[language].map(({ intent }) => intent)
  for (const language of ideaLanguages) assert.deepEqual(intentsOf(language), intentsOf('en'))
})

test('the first of a short list are of different kinds, unbranded ones before branded ones', () => {
  const texts = promptIdeas(subject).map(({ text }) => text)
  assert.deepEqual(texts.slice(0, 3), [
    'Best crm software',
    'Which crm software would you recommend, and why?',
    'What are good alternatives to Quorvane?',
  ])
  assert.ok(texts.indexOf('Is Fernhold any good?') > 12)
})

test('names the market in its language, and only when there is one', () => {
  const texts = (language: IdeaSubject['language'], country: string | null) =>
    promptIdeas({ ...subject, language, country }).map(({ text }) => text)
  assert.ok(texts('en', 'DE').includes('Best crm software in Germany'))
  assert.ok(texts('es', 'DE').includes('Crm software: ¿cuáles son las mejores opciones en Alemania?'))
  assert.equal(texts('en', null).length, texts('en', 'DE').length - 2)
})

test('the same question comes once, whatever its letter case', () => {
  const ideas = promptIdeas({ ...subject, topics: ['CRM', 'crm'], competitors: [] })
  assert.equal(new Set(ideas.map(({ text }) => questionKey(text))).size, ideas.length)
  assert.equal(questionKey('  Bést CRM? '), 'best crm')
})

test('without topics and competitors only the brand is asked about', () => {
  assert.deepEqual(
    promptIdeas({ ...subject, topics: [], competitors: [] }).map(({ text }) => text),
    ['Is Fernhold any good?', 'What are alternatives to Fernhold?', 'Is Fernhold worth the money?'],
  )
})
