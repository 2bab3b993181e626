import { scan } from './automaton.ts'
import type { Book, Form } from './book.ts'
import { endingLength } from './endings.ts'
import type { Structure } from './structure.ts'

/** One place in an answer's text where an entity is named. */
export type Mention = {
  entityId: string
  /** `text.slice(start, end)`; UTF-16 units, end exclusive. */
  surface: string
  start: number
  end: number
  /** Why it counts, in words a reader understands: "exact name", "list item 2", "alias", "bold". */
  evidence: string[]
}

/** Where the entities of a book are named in an answer, in reading order. */
export function findMentions(text: string, structure: Structure, book: Book): Mention[] {
  const hits = scan(text, book.automaton, endingLength)
  const found: { form: Form; start: number; end: number }[] = []
  for (let at = 0; at < hits.length; at += 3) {
    const [start = 0, end = 0, key = 0] = hits.slice(at, at + 3)
    for (const form of book.forms[key] ?? []) found.push({ form, start, end })
  }
  void structure
  return found.map(({ form, start, end }) => ({
    entityId: form.entity.id,
    surface: text.slice(start, end),
    start,
    end,
    evidence: [form.role],
  }))
}
