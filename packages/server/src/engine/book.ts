import { buildAutomaton, type Automaton } from './automaton.ts'
import { foldText, makeFold } from './fold.ts'
import { spellingsOf, type Spelling } from './spellings.ts'

/** What an organization entered for a brand or one of its competitors. */
export type EntityNames = {
  id: string
  kind: 'brand' | 'competitor'
  name: string
  aliases: string[]
  /** Phrases that never count, though they contain a name ("Delta Force" for Delta). */
  excludedNames: string[]
  /** Registrable domains or hosts, lower case: `acme.com`. */
  domains: string[]
  caseSensitive: boolean
}

/** The names of an organization's brands and competitors, made ready once and used for every answer. */
export type Book = {
  entities: EntityNames[]
  automaton: Automaton
  /** By key of the automaton: whose name is written so. More than one when entities share a name. */
  forms: Form[][]
}

export type Form = {
  entity: EntityNames
  role: 'name' | 'alias' | 'domain' | 'excluded'
  /** As entered. */
  entered: string
  spelling: Spelling
}

/** Built once per organization's book: about 15 ms for 10 names, 1 s for 100,000. */
export function buildBook(entities: EntityNames[]): Book {
  const fold = makeFold()
  const forms = new Map<string, Form[]>()
  for (const entity of entities) {
    for (const form of formsOf(entity)) {
      const key = foldText(form.spelling.text, fold)
      if (!/[\p{L}\p{N}]/u.test(key)) continue
      const sharing = forms.get(key)
      if (sharing === undefined) forms.set(key, [form])
      else if (!sharing.some((other) => other.entity === entity)) sharing.push(form)
    }
  }
  return { entities, automaton: buildAutomaton([...forms.keys()], fold), forms: [...forms.values()] }
}

/** Excluded names first: written alike, they win over a name of the same entity. */
function formsOf(entity: EntityNames): Form[] {
  const entered: [Form['role'], string[]][] = [
    ['excluded', entity.excludedNames],
    ['name', [entity.name]],
    ['alias', entity.aliases],
    ['domain', entity.domains],
  ]
  return entered.flatMap(([role, names]) =>
    names.flatMap((name) => spellingsOf(name).map((spelling): Form => ({ entity, role, entered: name, spelling }))),
  )
}
