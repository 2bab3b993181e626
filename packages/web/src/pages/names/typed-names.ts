import type { EntryOf } from '../../api/contract.ts'
import { linesOf, listed } from '../../format/lists.ts'

/** What makes a brand or a competitor recognisable in an answer. */
export type Names = Pick<EntryOf<'listCompetitors'>, 'name' | 'aliases' | 'excludedNames' | 'domains' | 'caseSensitive'>

/** The same while it is typed: lists are texts, one entry a line. */
export type TypedNames = { [Field in keyof Names]: Names[Field] extends string[] ? string : Names[Field] }

export const typedNames = ({ name, aliases, excludedNames, domains, caseSensitive }: Names): TypedNames => ({
  name,
  aliases: aliases.join('\n'),
  excludedNames: excludedNames.join('\n'),
  domains: domains.join('\n'),
  caseSensitive,
})

/** A name may hold a comma, a domain cannot. */
export const readNames = ({ name, aliases, excludedNames, domains, caseSensitive }: TypedNames): Names => ({
  name,
  aliases: linesOf(aliases),
  excludedNames: linesOf(excludedNames),
  domains: listed(domains),
  caseSensitive,
})

/** What is wrong with a list or with anything in it. */
export const wrongIn = (fields: Record<string, string>, list: string): string | undefined =>
  Object.entries(fields).find(([field]) => field.startsWith(list))?.[1]
