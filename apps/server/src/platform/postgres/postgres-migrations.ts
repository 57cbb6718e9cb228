import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type AppliedMigration, listMigrations, type MigrationFile, readChecksums, readMigration } from '../migration-files.ts'
import { StartError } from '../process/start-error.ts'
import { type LockWaits, lockWaits, retryWhileLocked } from './retry-while-locked.ts'
import { endSessionWithMachine, trySessionLock } from './session-lock.ts'
import { isOutsideTransaction, type MigrationRun, runOutsideTransaction } from './statements-outside-transactions.ts'

/** `upgrade` is locked during the back-up and all migrations, the others while one database is migrated. */
const lockKeys = { postgres: 7_235_001, clickhouse: 7_235_002, upgrade: 7_235_004 }

/** The time between two attempts to get the lock of another process that migrates. */
const lockPollMs = 100

/**
 * Returns the result of `work`, which runs on a connection to `databaseUrl`, while no other process has the lock.
 */
export async function withMigrationLock<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
  migrated: keyof typeof lockKeys = 'postgres',
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A lost connection makes the running statement fail. Without this listener, the `error` event would also end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await endSessionWithProcess(client)
    while (!(await trySessionLock(client, lockKeys[migrated]))) await sleep(lockPollMs)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Makes the server end the session within seconds if this process is killed or its machine is lost, even during a long
 * statement. Otherwise the statement would continue, and its session would hold the lock until the statement ends.
 */
async function endSessionWithProcess(client: pg.Client): Promise<void> {
  await endSessionWithMachine(client)
  try {
    await client.query("set client_connection_check_interval = '1s'")
  } catch (error) {
    // A server on Windows accepts only 0.
    if (!(error instanceof pg.DatabaseError && error.code === '22023')) throw error
  }
}

/**
 * Applies every numbered `.sql` file of the folder that was not applied yet, in order, each in a transaction of its
 * own, or outside transactions if the file says so. If several processes run this at once, one of them applies the
 * files and the others wait. If `names` is given, only these files are applied. Throws a StartError if another session
 * holds a lock that a file needs for longer than `waits` permits.
 */
export function migratePostgres(
  databaseUrl: string,
  folder: string,
  names?: readonly string[],
  waits: LockWaits = lockWaits,
): Promise<void> {
  return withMigrationLock(databaseUrl, async (client) => {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await client.query('alter table schema_migrations add column if not exists harmless_to text')
    await client.query('alter table schema_migrations add column if not exists checksum text')
    const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations')
    if (rows.some(({ checksum }) => checksum === null)) await addChecksums(client, folder)
    const applied = new Set(rows.map((row) => row.name))
    for (const name of names ?? (await listMigrations(folder))) {
      if (!applied.has(name)) await applyMigration(client, await readMigration(folder, name), waits)
    }
  })
}

/** Returns whether `migratePostgres` would apply a file to the database. Writes nothing. */
export async function hasPendingMigrations(databaseUrl: string, folder: string): Promise<boolean> {
  const applied = new Set((await findAppliedMigrations(databaseUrl)).map(({ name }) => name))
  return (await listMigrations(folder)).some((name) => !applied.has(name))
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

/** Records the checksums of files that a release without checksums applied. */
async function addChecksums(client: pg.Client, folder: string): Promise<void> {
  const checksums = await readChecksums(folder)
  await client.query(
    `update schema_migrations set checksum = files.checksum from unnest($1::text[], $2::text[]) as files (name, checksum)
    where schema_migrations.name = files.name and schema_migrations.checksum is null`,
    [[...checksums.keys()], [...checksums.values()]],
  )
}

async function applyMigration(client: pg.Client, file: MigrationFile, waits: LockWaits): Promise<void> {
  const apply = isOutsideTransaction(file.sql) ? runOutsideTransaction : runInTransaction
  try {
    await apply(client, file, { waits, record: () => insertApplied(client, file) })
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new Error(`Migration ${file.name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

async function insertApplied(client: pg.Client, { name, harmlessTo, checksum }: MigrationFile): Promise<void> {
  await client.query('insert into schema_migrations (name, harmless_to, checksum) values ($1, $2, $3)', [name, harmlessTo, checksum])
}

async function runInTransaction(client: pg.Client, { name, sql }: MigrationFile, { waits, record }: MigrationRun): Promise<void> {
  await retryWhileLocked(client, { name, waits }, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${waits.lockTimeoutMs}`)
      await client.query(sql)
      await record()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}
