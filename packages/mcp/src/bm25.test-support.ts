/** BM25 with the parameters that search engines ship (k1 1.2, b 0.75): what a host's keyword search over tools does. */
export function bm25(documents: readonly { id: string; text: string }[]): (query: string) => string[] {
  const indexed = documents.map(({ id, text }) => ({ id, words: wordsOf(text) }))
  const meanLength = indexed.reduce((sum, { words }) => sum + words.length, 0) / indexed.length
  const found = new Map<string, number>()
  for (const { words } of indexed) for (const word of new Set(words)) found.set(word, (found.get(word) ?? 0) + 1)
  const weightOf = (word: string): number => {
    const documentsWith = found.get(word) ?? 0
    return Math.log(1 + (indexed.length - documentsWith + 0.5) / (documentsWith + 0.5))
  }
  const scoreOf = (words: string[], query: string[]): number =>
    query.reduce((sum, word) => {
      const times = words.filter((one) => one === word).length
      const norm = 1.2 * (1 - 0.75 + (0.75 * words.length) / meanLength)
      return sum + (weightOf(word) * times * 2.2) / (times + norm)
    }, 0)
  return (query) => {
    const words = wordsOf(query)
    return indexed
      .map((document) => ({ id: document.id, score: scoreOf(document.words, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ id }) => id)
  }
}

/** Lower case, and the parts of names apart: as plain as such a search may be. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
