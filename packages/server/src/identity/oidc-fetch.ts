import type { CustomFetch } from 'openid-client'

/** Of an answer: keys and claims are a few kilobytes. */
const MOST_BYTES = 512 * 1_024
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The one way to a provider, whatever its discovery document names: discovery, keys, tokens, user info. By https, or by http
 * on this machine; no redirect is followed, and a long answer is not read to its end. It may lead into a private network,
 * unlike webhooks: the operator names the provider, and many run their own.
 * @throws for anything else
 */
export const fetchFromProvider: CustomFetch = async (url, options) => {
  const { protocol, hostname, origin } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && THIS_MACHINE.has(hostname)))
    throw new Error(`${origin} is not asked: a provider must be reached by https.`)
  const { body, ...rest } = options
  const response = await fetch(url, { ...rest, ...(body !== undefined && { body }), redirect: 'manual' })
  const { status, headers } = response
  const read = await readAtMost(response, MOST_BYTES)
  if (read === null) throw new Error(`${origin} answered with more than ${MOST_BYTES} bytes.`)
  // Neither may a body have which must be empty.
  return new Response(status === 204 || status === 304 ? null : read, { status, headers })
}

async function readAtMost({ body }: Response, most: number): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > most) return null
    parts.push(part)
  }
  return new Blob(parts)
}
