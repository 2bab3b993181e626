/** Why something was not read to its end. `failed`: reading it threw. */
export type UnreadReason = 'too_slow' | 'too_large' | 'failed'

/** One text read, or why it was not. */
export type Read<Value> = { value: Value; unread: null } | { value: null; unread: UnreadReason }

/** How a task tells the process that watches it what it is at. */
export type Turn = {
  /** From now on this item is being read; its time begins. */
  begin(at: number): void
}

/** One text after another, each read by itself: what one of them costs no other pays. */
export type EachTask<Shared, Item, Value> = (shared: Shared, items: readonly Item[], turn: Turn) => Tried<Value>[]
/** Texts that make one result together. */
export type TogetherTask<Shared, Item, Value> = (shared: Shared, items: readonly Item[], turn: Turn) => Value

/** What a thread says of one item; `error` is for the operator's log. */
export type Tried<Value> = { value: Value; error: null } | { value: null; error: string }

/** A thread takes no more than this at once, so that others have their turn: whoever has more left asks again. */
const SLICE_MS = 500

/** `prepare` makes once what all items of a call are read with. */
export const each =
  <Shared, Item, Value>(prepare: (shared: Shared) => (item: Item) => Value): EachTask<Shared, Item, Value> =>
  (shared, items, { begin }) => {
    const read = prepare(shared)
    const endsAt = performance.now() + SLICE_MS
    const tried: Tried<Value>[] = []
    for (const [at, item] of items.entries()) {
      if (at > 0 && performance.now() > endsAt) break
      begin(at)
      tried.push(attempt(() => read(item)))
    }
    return tried
  }

function attempt<Value>(read: () => Value): Tried<Value> {
  try {
    return { value: read(), error: null }
  } catch (error) {
    return { value: null, error: whereOf(error) }
  }
}

/** Which error and where, without its message: that may quote the text. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return [error.name, ...(error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))].join('\n')
}

/** In place of an item: what is about all of them, and may take as long as some. */
export const WHOLE_CALL = -1

/** Runs a generator that yields the number of each item before it reads it, or `WHOLE_CALL`. */
export const together =
  <Shared, Item, Value>(
    steps: (shared: Shared, items: readonly Item[]) => Generator<number, Value>,
  ): TogetherTask<Shared, Item, Value> =>
  (shared, items, { begin }) => {
    const work = steps(shared, items)
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      begin(step.value)
    }
  }
