import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNames, typedNames } from './typed-names.ts'

test('names shown for editing and saved as they are stay the names they were, with the commas in them', () => {
  const names = {
    name: 'Acme',
    aliases: ['Acme, Inc.', 'Acme CRM'],
    excludedNames: ['Acme Street, Boston'],
    domains: ['acme.com', 'acme.de'],
    caseSensitive: true,
  }
  assert.deepEqual(readNames(typedNames(names)), names)
})

test('empty lines and blanks around a name are none of it', () => {
  const typed = { ...typedNames({ name: '', aliases: [], excludedNames: [], domains: [], caseSensitive: false }) }
  const { aliases, domains } = readNames({ ...typed, aliases: ' Acme \n\n  ', domains: 'acme.com, acme.de\n' })
  assert.deepEqual([aliases, domains], [['Acme'], ['acme.com', 'acme.de']])
})
