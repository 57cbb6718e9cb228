import pg from 'pg'

/**
 * Connects as the database's owner, to whom row-level security does not apply, runs `work`, and closes the connection.
 */
export async function runAsOwner<T>({ databaseUrl }: { databaseUrl: string }, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Runs one query as the database's owner and returns its rows. */
export function queryAsOwner<Row extends pg.QueryResultRow>(
  database: { databaseUrl: string },
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return runAsOwner(database, async (owner) => (await owner.query<Row>(text, values)).rows)
}
