import type { LabAnswer, Block, Sentence } from './answer.ts'

/** Where a citation stands in the rendered text; UTF-16 units, ends exclusive. */
export type Mark = {
  source: number
  /** The sentence, list item or row that leans on the page. */
  claimStart: number
  claimEnd: number
  /** The marker itself; empty where the platform writes none. */
  start: number
  end: number
}

export type Rendered = { text: string; marks: Mark[] }

/** How a platform marks a citation in its text: `lead` stands before the marker and is not part of it. */
export type Marker = (source: number) => { lead: string; marker: string }

export const unmarked: Marker = () => ({ lead: '', marker: '' })

/** The answer as Markdown, with the platform's own markers after each claim and the offsets of both. */
export const renderMarkdown = ({ blocks }: Pick<LabAnswer, 'blocks'>, marker: Marker): Rendered => {
  const page: Page = { text: '', marks: [], marker }
  for (const [index, block] of blocks.entries()) {
    if (index > 0) page.text += '\n\n'
    renderBlock(page, block)
  }
  return { text: page.text, marks: page.marks }
}

type Page = Rendered & { marker: Marker }

const renderBlock = (page: Page, block: Block): void => {
  switch (block.kind) {
    case 'paragraph':
      renderSentences(page, block.sentences)
      return
    case 'heading':
      page.text += `${'#'.repeat(block.level)} ${block.text}`
      return
    case 'list':
      for (const [index, item] of block.items.entries()) {
        page.text += `${index > 0 ? '\n' : ''}${block.isOrdered ? `${index + 1}.` : '-'} `
        renderSentences(page, item.sentences)
        for (const point of item.points) page.text += `\n${block.isOrdered ? '   ' : '  '}- ${point}`
      }
      return
    case 'table':
      page.text += `| ${block.header.join(' | ')} |\n|${' --- |'.repeat(block.header.length)}`
      for (const { cells, cites } of block.rows) {
        page.text += '\n| '
        renderSentences(page, [{ text: cells.join(' | '), cites }])
        page.text += ' |'
      }
  }
}

const renderSentences = (page: Page, sentences: readonly Sentence[]): void => {
  for (const [index, { text, cites }] of sentences.entries()) {
    if (index > 0) page.text += ' '
    const claimStart = page.text.length
    page.text += text
    const claimEnd = page.text.length
    for (const source of cites) {
      const { lead, marker } = page.marker(source)
      page.text += lead
      const start = page.text.length
      page.text += marker
      page.marks.push({ source, claimStart, claimEnd, start, end: page.text.length })
    }
  }
}
