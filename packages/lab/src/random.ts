/** A 32-bit hash of a text: the latent values of a prompt or a brand nobody described come from its name. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash, text.length)
}

/** Joins two 32-bit values into one; the order matters. */
export const mix = (left: number, right: number): number => {
  let hash = Math.imul(left ^ (right + 0x9e3779b9 + (left << 6) + (left >>> 2)), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** In the open interval (0, 1). */
export const uniform = (hash: number): number => ((hash >>> 0) + 0.5) / 4_294_967_296

/** Standard normal (Box and Muller). */
export const normal = (hash: number): number =>
  Math.sqrt(-2 * Math.log(uniform(mix(hash, 1)))) * Math.cos(2 * Math.PI * uniform(mix(hash, 2)))

export type Random = {
  next(): number
  isChance(probability: number): boolean
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  /** `count` different items, fewer when there are not so many. */
  pickSome<Item>(items: readonly Item[], count: number): Item[]
  /** Lower-case hexadecimal. */
  hex(length: number): string
}

/** mulberry32: small, fast and good enough for prose. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
  return {
    next,
    integer,
    pick,
    isChance: (probability) => next() < probability,
    pickSome: (items, count) => {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [taken] = left.splice(integer(0, left.length - 1), 1)
        return taken as (typeof items)[number]
      })
    },
    hex: (length) => {
      let text = ''
      while (text.length < length)
        text += Math.floor(next() * 0x1_0000_0000)
          .toString(16)
          .padStart(8, '0')
      return text.slice(0, length)
    },
  }
}
