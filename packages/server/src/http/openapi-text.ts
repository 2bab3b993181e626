import { openApiDocument } from '@sightline/sdk'
import { entityTagOf } from './responses.ts'

/** Stands for the address by which a caller came, until one comes. */
const PLACEHOLDER = 'https://address.invalid'

export type OpenApiText = { text: string; tag: string }

/**
 * The OpenAPI document as text, made once: making it takes a third of a second, and anybody may ask for it.
 * @returns the text for a base address; that of the last one is kept, as most callers come by the same
 */
export function createOpenApiText(version: string): (baseUrl: string) => OpenApiText {
  let made: string | undefined
  let last: (OpenApiText & { baseUrl: string }) | undefined
  return (baseUrl) => {
    if (last?.baseUrl === baseUrl) return last
    made ??= JSON.stringify(openApiDocument(PLACEHOLDER, version))
    const text = made.replace(JSON.stringify(PLACEHOLDER), () => JSON.stringify(baseUrl))
    last = { baseUrl, text, tag: entityTagOf(text) }
    return last
  }
}
