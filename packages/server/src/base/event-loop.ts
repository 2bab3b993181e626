/** What runs at a stretch while others wait: far below what anybody would notice. */
const SLICE_MS = 10

const waiting: (() => void)[] = []
let sliceEndsAt = 0
let isScheduled = false

/**
 * Between the steps of long work: returns at once while this turn of the event loop is young, else when other work had its
 * turn. The event loop is the process’s, and so are its slices: all long work shares them, first come, first served, so that
 * ten imports hold up a small request
 * no longer than one.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() < sliceEndsAt) return
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

/** Long work as a generator that stops wherever others may have their turn. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}

/** `map` for long lists whose elements take a while. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(resultOf(item, index))
    await yieldToEventLoop()
  }
  return results
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(serveOne)
}

/** One a turn: whatever came meanwhile is done between two of them. */
function serveOne(): void {
  isScheduled = false
  sliceEndsAt = performance.now() + SLICE_MS
  waiting.shift()?.()
  if (waiting.length > 0) schedule()
}
