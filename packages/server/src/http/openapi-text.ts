import { openApiDocument } from '@sightline/sdk'

/** Stands for the address by which a caller came, until one comes. */
const PLACEHOLDER = 'https://address.invalid'

/**
 * The OpenAPI document as text, made once: making it takes a third of a second, and anybody may ask for it.
 * @returns the text for a base address
 */
export function createOpenApiText(version: string): (baseUrl: string) => string {
  let made: string | undefined
  return (baseUrl) => {
    made ??= JSON.stringify(openApiDocument(PLACEHOLDER, version))
    return made.replace(JSON.stringify(PLACEHOLDER), () => JSON.stringify(baseUrl))
  }
}
