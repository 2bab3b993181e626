/**
 * How names begin, as bits by hash: most words of an answer are told apart from all names by one or two look-ups,
 * whatever the number of names. False alarms cost a walk, never a wrong answer.
 */
export type Openings = {
  /**
   * Two bits for the first three classes: some name begins so; and one that the first five units cannot tell does,
   * because it is shorter.
   */
  three: Int32Array
  /** First five classes of the others; its size grows with the number of names. */
  five: Int32Array
}

const THREES = 1 << 19

export function hashThree(first: number, second: number, third: number): number {
  return (Math.imul(first, 7919) + Math.imul(second, 613) + third) & (THREES - 1)
}

export function hashFive(three: number, fourth: number, fifth: number, five: Int32Array): number {
  const mixed = Math.imul(three, 0x9e3779b1) + Math.imul(fourth, 0x85ebca6b) + Math.imul(fifth, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) & (five.length * 32 - 1)
}

/** 0: no name begins so. 1: the first five decide. 2 and 3: a short one may stand here. */
export function askThree(three: Int32Array, hash: number): number {
  // The hash is inside by construction, here and below.
  return ((three[hash >>> 4] as number) >>> ((hash & 15) << 1)) & 3
}

export function askFive(five: Int32Array, hash: number): number {
  return ((five[hash >>> 5] as number) >>> (hash & 31)) & 1
}

/** `codes`: names as strings of classes. */
export function markOpenings(codes: string[], classCount: number): Openings {
  const openings = {
    three: new Int32Array(THREES >>> 4),
    // Four bits a name or more; names share their beginnings, so that some 3 % are set.
    five: new Int32Array(Math.max(32, 2 ** Math.ceil(Math.log2(codes.length + 1)) / 8)),
  }
  const shortest = new Set<string>()
  for (const code of codes) {
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = Array.from(code.slice(0, 5), (unit) =>
      unit.charCodeAt(0),
    )
    const three = hashThree(first, second, third)
    if (code.length < 3) shortest.add(code)
    else if (code.length < 5) markThree(openings, three, 2)
    else {
      markThree(openings, three, 1)
      const hash = hashFive(three, fourth, fifth, openings.five)
      openings.five[hash >>> 5] = (openings.five[hash >>> 5] ?? 0) | (1 << (hash & 31))
    }
  }
  markShortest(shortest, classCount, openings)
  return openings
}

/** Behind a name of one or two units anything may stand. */
function markShortest(codes: Set<string>, classCount: number, openings: Openings) {
  for (const code of codes) {
    const [from, to] = code.length === 1 ? [0, classCount] : [code.charCodeAt(1), code.charCodeAt(1)]
    for (let second = from; second <= to; second++) {
      for (let third = 0; third <= classCount; third++)
        markThree(openings, hashThree(code.charCodeAt(0), second, third), 2)
    }
  }
}

function markThree({ three }: Openings, hash: number, bit: 1 | 2) {
  three[hash >>> 4] = (three[hash >>> 4] ?? 0) | (bit << ((hash & 15) << 1))
}
