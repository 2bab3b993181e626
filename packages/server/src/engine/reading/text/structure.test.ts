import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outline } from '../extraction/judgement.test-support.ts'
import { readStructure } from './structure.ts'

const outlineOf = (text: string) => outline(text, readStructure(text))
const textsOf = (text: string, ranges: { start: number; end: number }[]) =>
  ranges.map(({ start, end }) => text.slice(start, end))
const items = (text: string) =>
  readStructure(text)
    .blocks.filter(({ kind, depth, ordinal }) => depth === 0 && ordinal !== null && kind === 'item')
    .map(({ start, reach, ordinal }) => `${ordinal}: ${text.slice(start, reach).replaceAll(/\s+/g, ' ')}`)

for (const marker of ['-', '*', '+', '•', '·', '–', '🔹', '✅', '・']) {
  test(`items marked ${marker} are counted`, () => {
    assert.deepEqual(outlineOf(`Options:\n${marker} Notion\n${marker} Asana`), [
      'paragraph – Options:',
      `item 1 ${marker} Notion`,
      `item 2 ${marker} Asana`,
    ])
  })
}

for (const numbers of [
  '1. 2. 3.',
  '1) 2) 3)',
  '(1) (2) (3)',
  '1、 2、 3、',
  '１． ２． ３．',
  '① ② ③',
  '1️⃣ 2️⃣ 3️⃣',
  '#1 #2 #3',
  '1位： 2位： 3位：',
  '1\\. 2\\. 3\\.',
  'a) b) c)',
]) {
  test(`items numbered ${numbers} are counted`, () => {
    const text = numbers
      .split(' ')
      .map((number, at) => `${number} ${['Notion', 'Asana', 'Trello'][at]}`)
      .join('\n')
    assert.deepEqual(
      readStructure(text).blocks.map(({ kind, ordinal }) => [kind, ordinal]),
      [
        ['item', 1],
        ['item', 2],
        ['item', 3],
      ],
    )
  })
}

test('a list in a fence is a list, code is code, and a markdown document inside an answer is a quotation', () => {
  const list = '1. Notion\n2. Asana'
  const kinds = (text: string) =>
    readStructure(text).blocks.map(({ kind, ordinal }) => `${kind} ${ordinal ?? ''}`.trim())
  for (const fenced of [`\`\`\`\n${list}\n\`\`\``, `\`\`\`text\n${list}`, `\n~~~markdown\n${list}\n~~~\n`])
    assert.deepEqual(kinds(fenced), ['item 1', 'item 2'], fenced)
  assert.deepEqual(kinds(`Use this:\n\`\`\`markdown\n${list}\n\`\`\``), ['paragraph', 'quote'])
  for (const code of ['```\nconst a = 1;\n```', '```sql\n1. Notion\n```', 'So:\n\n    cd notion\n    npm install\n'])
    assert.equal(kinds(code).at(-1), 'code', code)
  assert.deepEqual(kinds('- Tools\n\n    - Notion\n    - Asana'), ['item 1', 'item 1', 'item 2'])
})

test('an empty fence holds no code, whatever the rest of the answer looks like', () => {
  const statements = 'const a = 1;\nconst b = 2;'
  for (const text of [`${statements}\n\`\`\`\n\`\`\``, `~~~\n~~~\n${statements}`, `${statements}\n\`\`\``])
    assert.deepEqual(readStructure(text).code, [], text)
})

test('numbers in prose make no list', () => {
  assert.deepEqual(outlineOf('In 2024. 3.5 million users\n1.5 times faster\n12:30 is noon'), [
    'paragraph – In 2024. 3.5 million use',
  ])
})

test('an item reaches over blank lines, its paragraphs and what is nested in it', () => {
  const text =
    'Top:\n\n1. **Notion**\n\n   Flexible notes.\n\n   - cheap\n   - quick\n\n2. **Asana**\n\n   Tasks.\n\nIn short, both are fine.'
  assert.deepEqual(items(text), ['1: 1. **Notion** Flexible notes. - cheap - quick', '2: 2. **Asana** Tasks.'])
})

test('paragraphs and bullets at the margin between numbered items belong to the item above', () => {
  const text =
    '1. Notion\n\nFlexible notes.\n\n- cheap\n- quick\n\n2. Asana\n\nTasks.\n\n- dear\n- solid\n\nIn short, both are fine.'
  assert.deepEqual(items(text), ['1: 1. Notion Flexible notes. - cheap - quick', '2: 2. Asana Tasks. - dear - solid'])
})

test('items that are all numbered 1 and stand apart are still one list', () => {
  assert.deepEqual(items('1. Notion\n\n1. Asana\n\n1. Trello'), ['1: 1. Notion', '2: 1. Asana', '3: 1. Trello'])
})

test('a new introduction begins a new list', () => {
  assert.deepEqual(items('Pros:\n\n- cheap\n- quick\n\nCons:\n\n- ugly'), ['1: - cheap', '2: - quick', '1: - ugly'])
})

test('nested items have an ordinal of their own and a greater depth', () => {
  const { blocks } = readStructure('- Tools\n  - Notion\n  - Asana\n- Books\n\t- Dune')
  assert.deepEqual(
    blocks.map(({ ordinal, depth }) => [ordinal, depth]),
    [
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 0],
      [1, 1],
    ],
  )
})

test('a table counts its data rows, not its header', () => {
  const rows = ['row – ', 'row 1 ', 'row 2 ']
  assert.deepEqual(
    outlineOf('| Tool | Price |\n|---|:-:|\n| Notion | 8 |\n| Asana | 11 |').map((row) => row.slice(0, 6)),
    rows,
  )
  assert.deepEqual(
    outlineOf('Tool | Price\n--- | ---\nNotion | 8\nAsana | 11').map((row) => row.slice(0, 6)),
    rows,
  )
})

test('numbered headings count, and their sections reach to the next', () => {
  const text = '## Our picks\n### 1. Notion\nNotes.\n### 2) **Asana**\nTasks.\n## Conclusion\nBye.'
  const { blocks } = readStructure(text)
  const headings = blocks.filter(({ ordinal }) => ordinal !== null)
  assert.deepEqual(
    headings.map(({ start, reach, ordinal }) => [ordinal, text.slice(start, reach)]),
    [
      [1, '### 1. Notion\nNotes.'],
      [2, '### 2) **Asana**\nTasks.'],
    ],
  )
})

test('three sibling headings are a series; what stands around it is not counted', () => {
  const text = '## Introduction\nHi.\n## Notion\nNotes.\n## Asana\nTasks.\n## Trello\nBoards.\n## Conclusion\nBye.'
  assert.deepEqual(
    outlineOf(text).filter((line) => line.startsWith('heading')),
    [
      'heading – ## Introduction',
      'heading 1 ## Notion',
      'heading 2 ## Asana',
      'heading 3 ## Trello',
      'heading – ## Conclusion',
    ],
  )
  assert.ok(readStructure('## Notion\nNotes.\n## Asana\nTasks.').blocks.every(({ ordinal }) => ordinal === null))
})

test('an underlined line is a heading, a quoted list is a list', () => {
  assert.deepEqual(outlineOf('Notion\n------\nNotes.'), ['heading – Notion', 'paragraph – Notes.'])
  assert.deepEqual(outlineOf('> Options:\n> 1. Notion\n> 2. Asana'), [
    'quote – > Options:',
    'item 1 > 1. Notion',
    'item 2 > 2. Asana',
  ])
})

test('lines that are bold from end to end are headings, paragraphs led by bold words are items', () => {
  const bold = '**Notion**\n\nNotes.\n\n**Asana**\n\nTasks.\n\n**Trello**\n\nBoards.'
  assert.deepEqual(
    readStructure(bold).blocks.map(({ ordinal }) => ordinal),
    [1, null, 2, null, 3, null],
  )
  const led = 'Options:\n\n**Notion**: notes.\n\n**Asana** – tasks.\n\n**Trello:** boards.\n\nThat is all.'
  assert.deepEqual(
    readStructure(led).blocks.map(({ kind, ordinal }) => `${kind} ${ordinal}`),
    ['paragraph null', 'item 1', 'item 2', 'item 3', 'paragraph null'],
  )
})

test('HTML items and breaks, and lists run into one line, are read as lines', () => {
  assert.deepEqual(outlineOf('Try:<ul><li>Notion</li><li><b>Asana</b></li></ul>Bye').slice(1, 3), [
    'item 1 <li>Notion',
    'item 2 <li><b>Asana</b>',
  ])
  assert.deepEqual(outlineOf('Try:<br>1. Notion<br/>2. Asana').slice(1), ['item 1 1. Notion', 'item 2 2. Asana'])
  const runIn = 'Top options: 1. Notion: notes. 2. Asana: tasks. 3. Trello: boards.'
  assert.deepEqual(items(runIn), ['1: 1. Notion: notes.', '2: 2. Asana: tasks.', '3: 3. Trello: boards.'])
})

test('Russian and Japanese lists are read', () => {
  assert.equal(items('Варианты:\n1. Битрикс24 — CRM.\n2. Мегаплан — задачи.').length, 2)
  assert.equal(items('おすすめ：\n・Notion：メモ\n・Asana：タスク').length, 2)
})

test('emphasis, code, links and addresses are found without their marks', () => {
  const text =
    'See **Notion**, *Asana*, __Jira__, `npm i`, [Trello](https://trello.com/a_(b) "T"), https://x.io/y. or me@acme.com'
  const structure = readStructure(text)
  assert.deepEqual(textsOf(text, structure.bold), ['Notion', 'Jira'])
  assert.deepEqual(textsOf(text, structure.italics), ['Asana'])
  assert.deepEqual(textsOf(text, structure.code), ['npm i'])
  assert.deepEqual(textsOf(text, structure.urls), ['https://x.io/y', 'me@acme.com'])
  const [link] = structure.links
  assert.ok(link !== undefined)
  assert.equal(text.slice(link.labelStart, link.labelEnd), 'Trello')
  assert.equal(link.url, 'https://trello.com/a_(b)')
  assert.equal(text.slice(link.urlStart, link.urlEnd), link.url)
})

test('snake_case and lonely marks are no emphasis', () => {
  const { bold, italics } = readStructure('my_long_name and 2 * 3 * 4 and **open')
  assert.deepEqual([...bold, ...italics], [])
})

test('a fence is code, and lists in it do not count', () => {
  const text = 'Run:\n```sh\n1. npm i\n2. npm test\n```\nDone.'
  const structure = readStructure(text)
  assert.deepEqual(
    structure.blocks.map(({ kind }) => kind),
    ['paragraph', 'code', 'paragraph'],
  )
  assert.match(textsOf(text, structure.code)[0] ?? '', /npm test/)
})

test('source labels, markers, definitions and trailing lists of sources are references', () => {
  const text =
    'Asana wins [1], says 【4†source】 too.([The Verge](https://v.com), [Wired][2])\n\nSources:\n- [PCMag](https://pc.com)\n- https://x.io\n\n[2]: https://wired.com "Wired"'
  assert.deepEqual(textsOf(text, readStructure(text).references), [
    '[1]',
    '【4†source】',
    'The Verge',
    'Wired',
    'Sources:\n- [PCMag](https://pc.com)\n- https://x.io\n\n[2]: https://wired.com "Wired"',
    '[2]',
    '[2]: https://wired.com "Wired"',
  ])
  const own = 'Use [Notion](https://notion.so) (it is free).'
  assert.deepEqual(readStructure(own).references, [])
})
