import { buildAutomaton, type Automaton } from './automaton.ts'
import { foldText, makeFold, type Fold } from './fold.ts'
import { makeLexicon, type Lexicon } from './lexicon.ts'
import { ambiguityOf, type Ambiguity } from './ambiguity.ts'
import { sentimentLexicon, type SentimentLexicon } from '../text/sentiment-lexicon.ts'
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
export type Matcher = {
  automaton: Automaton
  /** By key of the automaton: whose name is written so. More than one when entities share a name. */
  forms: Pattern[][]
  fold: Fold
  lexicon: Lexicon
  sentiment: SentimentLexicon
}

export type Pattern = {
  entity: EntityNames
  role: 'name' | 'alias' | 'domain' | 'excluded'
  /** As entered. */
  entered: string
  spelling: Spelling
  likeness: Ambiguity
}

/** Built once per organization's book: about 8 ms for 10 names, 1.6 s for 100,000. Holds about 1 MB and more by names. */
export function buildMatcher(entities: EntityNames[]): Matcher {
  const fold = makeFold()
  const lexicon = makeLexicon()
  const forms = new Map<string, Pattern[]>()
  for (const entity of entities) {
    for (const [role, entered] of namesOf(entity)) {
      for (const spelling of role === 'domain' ? [asEntered(entered)] : spellingsOf(entered)) {
        const key = foldText(spelling.text, fold)
        if (!/[\p{L}\p{N}]/u.test(key)) continue
        const likeness = ambiguityOf(spelling.needsEnding ? entered : spelling.text, fold, lexicon)
        // "Door Dash" run together is DoorDash; "Any Way" run together is a word.
        if (spelling.text !== entered && likeness.word && spelling.isJoined) continue
        addForm(forms, key, { entity, role, entered, spelling, likeness })
      }
    }
  }
  const sentiment = sentimentLexicon()
  return { automaton: buildAutomaton([...forms.keys()], fold), forms: [...forms.values()], fold, lexicon, sentiment }
}

/** Excluded names first: written alike, they win over a name of the same entity. */
function namesOf(entity: EntityNames): [Pattern['role'], string][] {
  return [
    ...entity.excludedNames.map((name): [Pattern['role'], string] => ['excluded', name]),
    ['name', entity.name],
    ...entity.aliases.map((name): [Pattern['role'], string] => ['alias', name]),
    ...entity.domains.map((name): [Pattern['role'], string] => ['domain', name]),
  ]
}

function asEntered(text: string): Spelling {
  return { text, needsCapitals: false, needsEnding: false, isJoined: false }
}

/** One form per entity and key: the first, unless a later one asks for less. */
function addForm(forms: Map<string, Pattern[]>, key: string, form: Pattern) {
  const sharing = forms.get(key)
  if (sharing === undefined) {
    forms.set(key, [form])
    return
  }
  const at = sharing.findIndex((other) => other.entity === form.entity)
  if (at < 0) sharing.push(form)
  else if (demands(form.spelling) < demands(sharing[at]?.spelling ?? form.spelling)) sharing[at] = form
}

function demands({ needsCapitals, needsEnding }: Spelling): number {
  return Number(needsCapitals) + Number(needsEnding)
}

/** The same names are the same JSON, whatever else is known of a brand. */
export const namesOnly = ({
  id,
  kind,
  name,
  aliases,
  excludedNames,
  domains,
  caseSensitive,
}: EntityNames): EntityNames => ({
  id,
  kind,
  name,
  aliases,
  excludedNames,
  domains,
  caseSensitive,
})
