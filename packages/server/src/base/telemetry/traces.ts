import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SpanStart, Telemetry } from './telemetry.ts'

export type TraceOptions = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: spans go to `/v1/traces` below it. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Of traces that begin here, from 0 to 1. */
  sampleRatio: number
}

export type Traces = Pick<Telemetry, 'span' | 'openSpan'> & {
  /** Sends what is still to be sent. */
  close(): Promise<void>
}

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}
const EXPORT_MS = 5_000

/** Spans of this process, sent by OTLP over HTTP. A receiver that is away costs spans, nothing else. */
export function createTraces(options: TraceOptions, facts: { version: string; role: string }): Traces {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: options.headers,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': facts.version,
      'sightline.role': facts.role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('sightline', facts.version)
  const present = new AsyncLocalStorage<Context>()

  const begin = ({ name, kind, attributes = {}, traceparent }: SpanStart): { span: Span; inside: Context } => {
    const around = callersTrace(traceparent) ?? present.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, around)
    return { span, inside: trace.setSpan(around, span) }
  }
  return {
    span: async (start, work) => {
      const { span, inside } = begin(start)
      try {
        return await present.run(inside, work)
      } catch (error) {
        // Its class only: words of platforms and databases hold what is nobody's business here.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' })
        throw error
      } finally {
        span.end()
      }
    },
    openSpan: (start) => {
      const { span, inside } = begin(start)
      return {
        run: (work) => present.run(inside, work),
        end: ({ isFailed, attributes }) => {
          span.setAttributes(attributes)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** `00-<trace>-<span>-<flags>` (W3C Trace Context); anything else is no trace. */
function callersTrace(traceparent: string | undefined): Context | null {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '')
  if (!match) return null
  const [, traceId = '', spanId = '', flags = ''] = match
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? null : trace.setSpanContext(ROOT_CONTEXT, context)
}
