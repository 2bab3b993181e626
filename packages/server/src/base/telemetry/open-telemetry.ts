import type { Gauges } from './metrics.ts'
import { openOperationsPort } from './operations-port.ts'
import type { OpenSpan, Telemetry } from './telemetry.ts'
import type { TraceOptions } from './traces.ts'

export type TelemetryOptions = {
  /** Of the operations port; undefined: there is none. */
  port: number | undefined
  host: string
  /** Undefined: nothing is traced. */
  traces: TraceOptions | undefined
}

export type OpenTelemetry = Telemetry & {
  /**
   * Opens the operations port, if there is to be one.
   * @returns its address
   */
  expose(gauges: Gauges): Promise<string | null>
  close(): Promise<void>
}

/**
 * What operators asked for, and nothing else: the libraries are loaded only then.
 * @returns null when nothing was asked for
 */
export async function openTelemetry(
  { port, host, traces: traceOptions }: TelemetryOptions,
  facts: { version: string; role: string },
): Promise<OpenTelemetry | null> {
  if (port === undefined && !traceOptions) return null
  const metrics = port === undefined ? null : (await import('./metrics.ts')).createMetrics()
  const traces = traceOptions ? (await import('./traces.ts')).createTraces(traceOptions, facts) : null
  let door: Awaited<ReturnType<typeof openOperationsPort>> | null = null
  return {
    ...(metrics ?? deaf),
    span: traces?.span ?? ((_span, work) => work()),
    openSpan: traces?.openSpan ?? (() => untraced),
    expose: async (gauges) => {
      if (!metrics || port === undefined) return null
      metrics.watch(gauges)
      door = await openOperationsPort({ port, host }, { ...gauges, metrics, version: facts.version })
      return door.address
    },
    close: async () => {
      await door?.close()
      await traces?.close()
    },
  }
}

const untraced: OpenSpan = { run: (work) => work(), end: () => {} }

const deaf: Omit<Telemetry, 'span' | 'openSpan'> = {
  answered: () => {},
  quotaDecided: () => {},
  jobEnded: () => {},
  collected: () => {},
  unreadable: () => {},
  platformStopped: () => {},
  delivered: () => {},
}
