import { StartError } from '../../platform/process/start-error.ts'
import { clickTables } from '../click-tables.ts'
import { openMoveSession } from './click-move-table.ts'
import type { ClickStore } from './click-store.ts'

interface OldClicks {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  old: ClickStore
}

/** Asserts that the clicks of the store have moved to another store. Throws a StartError if they have not. */
export async function assertMovedAway({ databaseUrl, old }: OldClicks): Promise<void> {
  await using session = await openMoveSession(databaseUrl)
  const moves = await session.moves()
  if (moves.some(({ fromStore, isComplete }) => isComplete && fromStore === old.name)) return
  throw new StartError(`The clicks of ${old.address} have not moved to another ClickHouse; nothing was dropped.`)
}

/**
 * Drops the tables of a store whose clicks have moved, with their views. It may be killed and run again: the list of
 * migrations, which identifies the store, is dropped after all rows. On a cluster, the table `clicks` is dropped last,
 * because a repeated run finds the name of the cluster in its definition.
 */
export async function dropOldClicks({ databaseUrl, old, print }: OldClicks & { print(line: string): void }): Promise<void> {
  if (!(await isDropInterrupted(old))) await assertMovedAway({ databaseUrl, old })
  const views = await old.select<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'MaterializedView' AND name LIKE '%\\_view' ORDER BY name",
  )
  const stored = clickTables.map(old.toStoredName)
  const tables = [
    ...views.map(({ name }) => name),
    ...stored,
    ...clickTables.filter((table) => table !== 'clicks'),
    'schema_migrations',
    'clicks',
  ]
  for (const table of new Set(tables)) {
    print(`Dropping ${table} of ${old.address}`)
    await old.commandOnAll(`DROP TABLE IF EXISTS ${table}`, 'SYNC')
  }
}

/** Returns whether a drop was killed before its last statement on a cluster. */
async function isDropInterrupted(old: ClickStore): Promise<boolean> {
  if (old.cluster === undefined || old.name !== undefined) return false
  const others = await old.select(
    `SELECT name FROM clusterAllReplicas(${old.cluster}, system.tables)
     WHERE database = currentDatabase() AND (name = 'schema_migrations' OR name LIKE '%\\_stored')`,
  )
  return others.length === 0
}
