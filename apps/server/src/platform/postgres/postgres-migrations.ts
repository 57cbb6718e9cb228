import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const lockKey = 7_235_001

/** Runs `work` on a connection of the database's owner while no other process migrates the database. */
export async function withMigrationLock(databaseUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A lost connection makes the running statement fail; without a listener the event would end the process too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Migrates a database: applies every numbered `.sql` of the folder that was not applied, in order, each in a transaction of its own.
 * Safe to run in several processes at once: one applies, the others wait.
 */
export function migratePostgres(databaseUrl: string, folder: string): Promise<void> {
  return withMigrationLock(databaseUrl, async (client) => {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of await migrationsIn(folder)) {
      if (!applied.has(name)) await applyMigration(client, name, await readFile(join(folder, name), 'utf8'))
    }
  })
}

async function applyMigration(client: pg.Client, name: string, statements: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** The numbered `.sql` files of a folder, in order. */
export async function migrationsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
}
