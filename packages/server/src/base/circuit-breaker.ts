/** Services that must not be called for a while, because a person has to do something first (key, credit, permission). */
export type CircuitBreaker<Failure> = {
  /** What a service whose circuit is open failed with. */
  failureOf(service: string, now: Date): Failure | undefined
  open(service: string, failure: Failure, now: Date): void
}

/** Long enough not to hammer, short enough that a mended key works soon. */
const OPEN_MS = 60_000

/** @param onOpen told once each time a circuit opens, with the service's own words for the operator */
export function createCircuitBreaker<Failure>(
  onOpen: (service: string, failure: Failure) => void,
): CircuitBreaker<Failure> {
  const circuits = new Map<string, { failure: Failure; openUntilMs: number }>()
  return {
    failureOf: (service, now) => {
      const circuit = circuits.get(service)
      return circuit && circuit.openUntilMs > now.getTime() ? circuit.failure : undefined
    },
    open: (service, failure, now) => {
      // Calls that were under way at the same time fail alike.
      const isNew = (circuits.get(service)?.openUntilMs ?? 0) <= now.getTime()
      circuits.set(service, { failure, openUntilMs: now.getTime() + OPEN_MS })
      if (isNew) onOpen(service, failure)
    },
  }
}
