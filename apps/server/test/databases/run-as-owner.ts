import pg from 'pg'

/** Runs `work` with a connection of the owner of a database, which no row-level security limits, and closes it. */
export async function runAsOwner<T>({ databaseUrl }: { databaseUrl: string }, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** The rows of one query of the owner. */
export function queryAsOwner<Row extends pg.QueryResultRow>(
  database: { databaseUrl: string },
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return runAsOwner(database, async (owner) => (await owner.query<Row>(text, values)).rows)
}
