import pg from 'pg'
import { type AppliedMigration, listMigrations, type MigrationFile, readMigration } from '../migration-files.ts'

const lockKeys = { postgres: 7_235_001, clickhouse: 7_235_002 }

/** Runs `work` on a connection to `databaseUrl`, while no other process migrates the database that `migrated` names. */
export async function withMigrationLock(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
  migrated: keyof typeof lockKeys = 'postgres',
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A lost connection makes the running statement fail. Without this listener, the `error` event would also end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys[migrated]])
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Applies every numbered `.sql` file of the folder that was not applied yet, in order, each in a transaction of its
 * own. If several processes run this at once, one of them applies the files and the others wait. If `names` is given,
 * only these files are applied.
 */
export function migratePostgres(databaseUrl: string, folder: string, names?: readonly string[]): Promise<void> {
  return withMigrationLock(databaseUrl, async (client) => {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await client.query('alter table schema_migrations add column if not exists harmless_to text')
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of names ?? (await listMigrations(folder))) {
      if (!applied.has(name)) await applyMigration(client, await readMigration(folder, name))
    }
  })
}

/**
 * Returns the migrations that any release applied to a database. Empty if the database was never migrated. Writes
 * nothing.
 */
export async function findAppliedMigrations(databaseUrl: string): Promise<AppliedMigration[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('schema_migrations') is not null as exists")
    if (!rows[0]?.exists) return []
    return (await client.query<AppliedMigration>('select * from schema_migrations order by name')).rows
  } finally {
    await client.end()
  }
}

async function applyMigration(client: pg.Client, { name, sql, harmlessTo }: MigrationFile): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, harmless_to) values ($1, $2)', [name, harmlessTo])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
