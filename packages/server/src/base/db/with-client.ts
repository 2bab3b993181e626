import { Client, type ClientConfig } from 'pg'

/**
 * Opens a connection for one piece of work and closes it. Should the database close it first, the next query of `work` fails;
 * `pg` would otherwise end the whole process.
 * @param name what the connection is called in the database (`application_name`)
 */
export async function withClient<Result>(
  url: string,
  name: string,
  work: (client: Client) => Promise<Result>,
  limits: Pick<ClientConfig, 'connectionTimeoutMillis'> = {},
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: name, ...limits })
  client.on('error', () => {})

  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
