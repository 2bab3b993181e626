import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBook, type EntityNames } from '../engine/names/book.ts'
import { createBookshelf } from './bookshelf.ts'

const named = (name: string, aliases: string[] = []): EntityNames[] => [
  { id: 'brand', kind: 'brand', name, aliases, excludedNames: [], domains: [], caseSensitive: false },
]

test('as many books are kept as there is room for, those asked for last; any other name, alias or exclusion is another book', () => {
  let made = 0
  const books = createBookshelf({
    books: 2,
    build: (entities) => {
      made++
      return buildBook(entities)
    },
  })
  const first = books(named('Fernhold'))
  assert.equal(books(named('Fernhold')), first)
  assert.notEqual(books(named('Fernhold', ['Fern'])), first)
  assert.equal(books(named('Fernhold')), first)
  books(named('Quorvane'))
  assert.equal(made, 3)
  assert.equal(books(named('Fernhold')), first, 'asked for after the one with the alias')
  books(named('Fernhold', ['Fern']))
  assert.equal(made, 4, 'which had to make room')
})
