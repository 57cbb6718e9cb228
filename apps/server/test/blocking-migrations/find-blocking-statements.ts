import type pg from 'pg'
import { splitStatements } from '../../src/platform/postgres/split-statements.ts'
import { isConcurrent, isOutsideTransaction } from '../../src/platform/postgres/statements-outside-transactions.ts'
import { smallTables } from './small-tables.ts'

/**
 * Runs a migration and returns a sentence for each statement that reads a large table while its transaction has a lock
 * on the table that blocks writers. Also returns statements that change the rows of a large table, because the changed
 * rows are locked until the whole table is read. The tables may be empty. Ignores tables that the migration creates.
 */
export async function findBlockingStatements(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    "select oid as id from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)",
    [smallTables],
  )
  const large = rows.map(({ id }) => id)
  const found: string[] = []
  const isOneTransaction = !isOutsideTransaction(sql)
  if (isOneTransaction) await client.query('begin')
  for (const statement of splitStatements(sql)) {
    if (!isOneTransaction && hasOwnTransactions(statement)) {
      await client.query(statement)
      continue
    }
    if (!isOneTransaction) await client.query('begin')
    const before = await countScans(client, large)
    await client.query(statement)
    const after = await countScans(client, large)
    for (const { table, mode } of await listBlockingLocks(client, large))
      if (after.get(table) !== before.get(table)) found.push(`reads ${table} with ${mode}: ${statement}`)
    if (!isOneTransaction) await client.query('commit')
  }
  if (isOneTransaction) await client.query('commit')
  return found
}

/**
 * Returns whether a statement can't run in a transaction. A block with `commit` is not checked, because it is
 * expected to change rows in batches.
 */
function hasOwnTransactions(statement: string): boolean {
  return isConcurrent(statement) || /\bdo\b.*\bcommit\b/is.test(statement)
}

/** Returns how often this session has read each table, by table. A table that it has not read is missing. */
async function countScans(client: pg.Client, tables: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; scans: string }>(
    `select relid::regclass::text as table, seq_scan + coalesce(idx_scan, 0) as scans
    from pg_stat_xact_all_tables where relid = any($1) and seq_scan + coalesce(idx_scan, 0) > 0`,
    [tables],
  )
  return new Map(rows.map(({ table, scans }) => [table, scans]))
}

/** Lists the strongest lock on each table that blocks the writers of some rows or of all rows. */
async function listBlockingLocks(client: pg.Client, tables: readonly number[]): Promise<{ table: string; mode: string }[]> {
  const modes = ['RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
  const { rows } = await client.query<{ table: string; mode: string }>(
    `select distinct on (relation) relation::regclass::text as table, mode from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation' and granted and relation = any($1) and mode = any($2)
    order by relation, array_position($2, mode) desc`,
    [tables, modes],
  )
  return rows
}
