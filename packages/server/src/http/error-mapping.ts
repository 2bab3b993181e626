import { Problem, type ProblemCode } from '@sightline/sdk'
import type { HttpDependencies } from './dependencies.ts'

/** What a thrown value means to the caller; what is not ours is logged and told as a fault of ours, without its words. */
export function toProblem(deps: HttpDependencies, error: unknown, requestId: string): Problem {
  try {
    if (error instanceof Problem) return error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const framework = frameworkCodes[code]
    if (framework) return new Problem(framework)
    if (deps.isDiskFull?.(error)) return new Problem('insufficient_storage')
    if (deps.isUnavailable(error)) return new Problem('service_unavailable', { retryAfterSeconds: 1 })
  } catch {
    // Even the question what it is has failed: then it is a fault of ours like any other.
  }
  noteFault(deps, error, requestId)
  return new Problem('internal_error')
}

/** A log that cannot be written must not cost the caller the answer. */
function noteFault(deps: HttpDependencies, error: unknown, requestId: string): void {
  try {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    deps.log.error('request.failed', { requestId, error: words })
  } catch {
    // Nothing is left to tell it to.
  }
}

const frameworkCodes: Record<string, ProblemCode | undefined> = {
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_MAX_PARAM_LENGTH: 'resource_not_found',
}
