import pg from 'pg'

/** Runs `work` with a connection of its own, for commands that need one connection once. */
export async function withConnection<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // a lost connection rejects the query too
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
