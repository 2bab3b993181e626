import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ABSENCE_SENTENCES, PRESENCE_SENTENCES } from './absence-sentences.test-support.ts'
import { absencesOf } from './absence.ts'
import { judge } from './judgement.test-support.ts'

function absentIn(text: string): string[] {
  const { passages, listings } = judge(text, 'Notelo', 'Trello')
  return absencesOf(text, passages, (id) => ['entry', 'label'].includes(listings.entities.get(id)?.rule ?? '')).map(
    ({ entityId }) => entityId,
  )
}

const saysNothing = [
  "I couldn't find anything on Notelo.",
  'I was unable to find independent reviews or reliable information on Notelo, so I cannot say whether it is a good choice.',
  'There is no reliable information available about Notelo in the sources I searched, so I would rather not guess.',
  "I'm not familiar with Notelo. Could you tell me more about Notelo?",
  'I don’t have any information about a company called “Notelo”.',
  'Notelo does not appear in the search results.',
  'My searches for Notelo returned no results.',
  'Ich konnte keine Informationen zu Notelo finden.',
  'Über Notelo ist nichts bekannt.',
  'Notelo ist mir leider nicht bekannt.',
  'Je n’ai pas trouvé d’informations fiables concernant Notelo.',
  'Je ne connais pas Notelo.',
  'No encontré información sobre Notelo.',
  'No conozco Notelo.',
  'Мне не удалось найти информацию о Notelo.',
  'Информация о Notelo не найдена.',
  'Noteloに関する情報は見つかりませんでした。',
  'Noteloは存じません。',
  'I couldn’t find anything on Notelo. If Notelo is new, it may not be covered yet. Popular options are:\n1. Trello',
]
for (const text of saysNothing) {
  test(`absent: ${text}`, () => assert.deepEqual(absentIn(text), ['Notelo']))
}

const saysSomething = [
  "I couldn't find Notelo's pricing, but it starts free.",
  'I could not find a better tool than Notelo.',
  'There is no mention of pricing for Notelo.',
  'There is no reason to doubt Notelo.',
  "You can't go wrong with Notelo.",
  "If you don't know Notelo, try it.",
  'No other tool is as good as Notelo.',
  'Notelo does not include a free plan.',
  'Notelo kann ich nur empfehlen.',
  'Notelo is great for teams. I could not find anything about Notelo in Which?, though.',
  "1. Trello: boards\n2. Notelo: notes, although I couldn't find reviews of it",
  'I could not find a free plan, but Notelo has plenty of fans.',
]
for (const text of saysSomething) {
  test(`not absent: ${text}`, () => assert.deepEqual(absentIn(text), []))
}

test('what seven languages say of a name that nothing is known of, and what only sounds like it', () => {
  const found = (sentences: readonly string[], names: string[]) =>
    sentences.filter((text) => absentIn(text).join() !== names.join())
  assert.deepEqual(found(ABSENCE_SENTENCES, ['Notelo']), [])
  assert.deepEqual(found(PRESENCE_SENTENCES, []), [])
})
