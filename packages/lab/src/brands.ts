import { hashText, normal } from './random.ts'

export type BrandInput = {
  name: string
  /** Other spellings; used only after the name itself has been written. */
  aliases?: readonly string[]
  /** Default: the name in letters and digits under `.example`. */
  domain?: string
  /** How well known, in log-odds of being named in an average answer: 0 is 50 %, 1.5 is 82 %. Default: from the name. */
  strength?: number
}

export type MarketBrand = {
  name: string
  aliases: readonly string[]
  domain: string
  strength: number
  hash: number
}

export const makeBrand = (seed: number, input: BrandInput): MarketBrand => {
  const hash = hashText(input.name.normalize('NFC').toLowerCase())
  return {
    name: input.name,
    aliases: input.aliases ?? [],
    domain: input.domain ?? `${domainLabel(input.name, hash)}.example`,
    strength: input.strength ?? normal(hash ^ seed) * 0.8 - 0.2,
    hash,
  }
}

const domainLabel = (name: string, hash: number): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .slice(0, 40) || `brand-${hash.toString(36)}`

/** Invented names. All of them stand under the reserved top-level domain `.example` (RFC 2606). */
export const defaultBrands: readonly BrandInput[] = [
  { name: 'Fernhold', aliases: ['Fernhold Projects'], strength: -0.1 },
  { name: 'Quorvane', strength: 1.5 },
  { name: 'Taskmoor', strength: 0.9 },
  { name: 'Brindle Board', aliases: ['Brindleboard'], strength: 0.5 },
  { name: 'Zephlane', strength: 0 },
  { name: 'Holtgrid', strength: -0.5 },
  { name: 'Wickerly', strength: -0.9 },
  { name: 'Pendlo', strength: -1.3 },
]

export const defaultPrompts: readonly string[] = [
  'What is the best project management tool for a small agency?',
  'Which project management software is good for remote teams?',
  'What are the top kanban tools this year?',
  'Which task manager has the best Gantt charts?',
  'What is a good project planning tool for a construction firm?',
  'Which agile planning tools do software teams recommend?',
  'What is the easiest project management tool for beginners?',
  'Which tools help to plan the workload of a team?',
]
