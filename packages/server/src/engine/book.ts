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
