import { DatabaseError, type Client } from 'pg'

/**
 * From now on a connection that the server ended between two statements tells the next one why. By itself it only says
 * that it is not queryable, whether the server went away or a transaction was left idle for too long.
 */
export function rememberEnd(client: Client): void {
  let end: DatabaseError | null = null
  client.on('error', (error) => {
    if (error instanceof DatabaseError) end ??= error
  })
  client.query = withReason(client, () => end)
}

/** The overloads of `query` cannot be told apart here; whatever it is given goes on as it is, and comes back as it is. */
function withReason(client: Client, endOf: () => DatabaseError | null): Client['query'] {
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown
  const asking = (...given: unknown[]): unknown => {
    const answer = ask(...given)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      throw endOf() ?? error
    })
  }
  return asking as Client['query']
}
