import { Problem, type ApiVersions, type Retirement } from '@sightline/sdk'
import type { Headers } from './headers.ts'

/** What a version's declared end means to those who call it. */
export type Deprecations = {
  /** On every answer under the version's path: RFC 9745, RFC 8594. */
  headers(url: string): Headers
  /** @throws Problem version_removed for a call of a version that has ended */
  refuse(url: string): void
}

export function createDeprecations(versions: ApiVersions, now: () => Date): Deprecations {
  const declared = Object.entries(versions).flatMap(([version, retirement]) =>
    retirement ? [{ path: `/api/${version}`, version, retirement, headers: headersOf(retirement) }] : [],
  )
  const of = (url: string) => declared.find(({ path }) => new RegExp(`^${path}(?:[/?]|$)`).test(url))
  return {
    headers: (url) => (declared.length === 0 ? {} : (of(url)?.headers ?? {})),
    refuse: (url) => {
      if (declared.length === 0) return
      const found = of(url)
      if (!found || now() < new Date(found.retirement.sunsetAt)) return
      const { version, retirement } = found
      throw new Problem('version_removed', {
        message: `Version ${version} of the API ended at ${retirement.sunsetAt}. What to change: ${retirement.guide}`,
      })
    },
  }
}

/** What clients are promised between the word and the end. */
const MONTHS = 12

function headersOf({ deprecatedAt, sunsetAt, guide }: Retirement): Headers {
  const earliest = new Date(deprecatedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS)
  if (!(earliest <= new Date(sunsetAt)))
    throw new Error(`A version ends ${MONTHS} months after it is deprecated, or later.`)
  return {
    deprecation: `@${Math.floor(Date.parse(deprecatedAt) / 1_000)}`,
    sunset: new Date(sunsetAt).toUTCString(),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  }
}
