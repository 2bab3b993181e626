import { ShallowParser } from './shallow-parser.ts'

/** What a reader that runs no scripts gets from a page. */
export type PageReading = {
  title: string | null
  /** Words of visible text. */
  words: number
  /** Links that can be followed without scripts. */
  links: number
  scripts: number
  /** Types of its structured data (JSON-LD and microdata), each once, in order. */
  types: string[]
  /** JSON-LD blocks that no reader can parse. */
  brokenData: number
  /** Directives for robots in meta elements, in lower case, by the robot's name (`robots` for all). */
  directives: Record<string, string[]>
  headings: number
}

/** Stands for a script that carries data instead of running. */
const STRUCTURED = 'structured data'
const SILENT = new Set([STRUCTURED, 'script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object', 'head'])
/** Untrusted: more than these of a page's types say nothing more. */
const MAX_TYPES = 20

/** Reads a page as crawlers do that run no scripts, which is what most AI crawlers are. */
export function readPage(html: string): PageReading {
  const reading: PageReading = {
    title: null,
    words: 0,
    links: 0,
    scripts: 0,
    types: [],
    brokenData: 0,
    directives: {},
    headings: 0,
  }
  const open: string[] = []
  let silent = 0
  let text = ''
  const addType = (type: string): void => {
    if (type && !reading.types.includes(type) && reading.types.length < MAX_TYPES) reading.types.push(type)
  }
  const addData = (block: string): void => {
    const types = typesOf(block)
    if (types === null) reading.brokenData += 1
    else types.forEach(addType)
  }
  // A text comes in pieces, so it is looked at where it ends.
  const endText = (): void => {
    const element = open.at(-1)
    if (element === STRUCTURED) addData(text)
    else if (element === 'title') reading.title ??= text.trim().slice(0, 300) || null
    else if (silent === 0) reading.words += countWords(text)
    text = ''
  }
  const parser = new ShallowParser({
    onopentag: (name, attributes) => {
      endText()
      const isStructured = name === 'script' && /^application\/ld\+json/i.test(attributes['type'] ?? '')
      open.push(isStructured ? STRUCTURED : name)
      if (SILENT.has(open.at(-1)!)) silent += 1
      if (name === 'script' && !isStructured) reading.scripts += 1
      if (name === 'a' && attributes['href']) reading.links += 1
      if (/^h[1-6]$/.test(name)) reading.headings += 1
      if (name === 'meta') readDirectives(reading.directives, attributes)
      if (attributes['itemtype']) addType(lastPart(attributes['itemtype']))
    },
    ontext: (piece) => {
      text += piece
    },
    onclosetag: () => {
      endText()
      if (SILENT.has(open.pop() ?? '')) silent -= 1
    },
    onend: endText,
  })
  parser.write(html)
  parser.end()
  return reading
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words in any script: Chinese and Japanese write no spaces. */
function countWords(text: string): number {
  if (!/\S/.test(text)) return 0
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1
  return words
}

function readDirectives(into: Record<string, string[]>, attributes: Record<string, string>): void {
  const name = attributes['name']?.toLowerCase()
  if (name && attributes['content'] && /^(robots|[a-z-]*bot[a-z-]*|google-extended)$/.test(name))
    for (const directive of directivesOf(attributes['content'])) (into[name] ??= []).push(directive)
}

/** `noindex, max-snippet:0` in parts. */
export const directivesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Every `@type` anywhere in the block; null where it is no JSON. */
function typesOf(block: string): string[] | null {
  const types: string[] = []
  try {
    JSON.parse(block, (key, value: unknown) => {
      if (key === '@type') for (const type of [value].flat()) if (typeof type === 'string') types.push(lastPart(type))
      return value
    })
    return types
  } catch {
    return null
  }
}

const lastPart = (type: string): string =>
  (/(?<![^/#])[^/#]+\/?$/.exec(type)?.[0] ?? type).replace('/', '').slice(0, 60)
