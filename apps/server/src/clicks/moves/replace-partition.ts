// Replaces a partition with rows that come in chunks. The chunks are inserted into a staging table, which no
// materialized view reads. REPLACE PARTITION then puts them in place of the partition, atomically on each shard. So a
// replacement can be repeated after a kill at any point.
import type { Readable } from 'node:stream'
import type { ClickStore } from './click-store.ts'
import type { PartitionRows } from './partition-rows.ts'
import { toStagingName } from './staging-tables.ts'

/**
 * Replaces the partition with the rows of the chunks, which are streams of lines in the format TabSeparated. The store
 * must have `moving` staging tables. `replaceSettings` are those of `selectReplaceSettings`.
 */
export async function replacePartition(
  target: ClickStore,
  { table, partition }: Pick<PartitionRows, 'table' | 'partition'>,
  chunks: AsyncIterable<Readable>,
  replaceSettings: Record<string, number>,
): Promise<void> {
  const staging = target.toStoredName(toStagingName(table.name, 'moving'))
  await target.commandOnAll(`TRUNCATE TABLE ${staging}`)
  for await (const values of chunks) {
    await target.client.insert({
      table: toStagingName(table.name, 'moving'),
      columns: table.columns as [string, ...string[]],
      values,
      format: 'TabSeparated',
      // A repeated replacement inserts equal rows after the TRUNCATE, and deduplication would drop them.
      clickhouse_settings: { insert_deduplicate: 0, async_insert: 0 },
    })
  }
  await syncReplicas(target, staging)
  await target.commandOnAll(
    `ALTER TABLE ${target.toStoredName(table.name)}`,
    `REPLACE PARTITION ID '${partition.id}' FROM ${staging}`,
    replaceSettings,
  )
}

/**
 * Waits until every replica has all rows of the stored table, because any replica may run the next ALTER TABLE. Does
 * nothing without a cluster.
 */
export async function syncReplicas(store: ClickStore, stored: string): Promise<void> {
  // The statement names the database, because nodes would look the table up in the default database of the account.
  if (store.cluster !== undefined) await store.commandOnAll('SYSTEM SYNC REPLICA', `${store.database}.${stored} LIGHTWEIGHT`)
}

/**
 * Returns the setting that allows an empty partition to replace another partition. Newer servers need this setting
 * if a shard has no rows in the partition. Older servers do not know it.
 */
export async function selectReplaceSettings(target: ClickStore): Promise<Record<string, number>> {
  const name = 'allow_replace_partition_from_empty_source'
  const known = await target.select('SELECT name FROM system.settings WHERE name = {name:String}', { name })
  return known.length === 0 ? {} : { [name]: 1 }
}
