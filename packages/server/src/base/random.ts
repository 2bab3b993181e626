const BYTES = 10
const DRAWS = 400

/**
 * Ten bytes of chance a call, as an id needs them: the system's generator is asked for 400 ids at once, because asking it
 * takes longer (8 µs) than all the rest of making an id. What is handed out is valid until the next call.
 */
export function createRandom(): () => Uint8Array<ArrayBuffer> {
  const drawn = new Uint8Array(BYTES * DRAWS)
  let used = drawn.length
  return () => {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn)
      used = 0
    }
    used += BYTES
    return drawn.subarray(used - BYTES, used)
  }
}
