// Loaded before the product into each process of a soak: it ends with the bench, and says what it takes when it is asked.

/** In bytes, after a collection of garbage. */
export type Memory = { rss: number; heapUsed: number; external: number }

process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heapUsed, external } satisfies Memory)
})
process.on('disconnect', () => process.exit(0))
// What is listened to must not keep a process alive that has ended its work.
process.channel?.unref()
