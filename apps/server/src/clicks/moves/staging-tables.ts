// Staging tables have the structure of the click tables. Only a move, a back-up or a restore reads them. No
// materialized view does.
import type { ClickStore } from './click-store.ts'

/** `moving` tables receive rows before they replace a partition. `frozen` tables are read by a back-up. */
export type StagingPurpose = 'moving' | 'frozen'

export function toStagingName(table: string, purpose: StagingPurpose): string {
  return `${table}_${purpose}`
}

/** Creates an empty staging table for each table. */
export async function createStagingTables(store: ClickStore, tables: readonly string[], purpose: StagingPurpose): Promise<void> {
  const { cluster, toStoredName } = store
  // A killed move or back-up may have left tables with the structure of an earlier release.
  await dropStagingTables(store, tables, purpose)
  for (const table of tables) {
    const staging = toStagingName(table, purpose)
    await store.commandOnAll(`CREATE TABLE IF NOT EXISTS ${toStoredName(staging)}`, `AS ${toStoredName(table)}`)
    if (cluster === undefined) continue
    const engine = `Distributed(${cluster}, currentDatabase(), ${toStoredName(staging)}, sipHash64(project_id))`
    await store.commandOnAll(`CREATE TABLE IF NOT EXISTS ${staging}`, `AS ${toStoredName(staging)} ENGINE = ${engine}`)
  }
}

export async function dropStagingTables(store: ClickStore, tables: readonly string[], purpose: StagingPurpose): Promise<void> {
  for (const table of tables) {
    const staging = toStagingName(table, purpose)
    for (const name of new Set([staging, store.toStoredName(staging)])) await store.commandOnAll(`DROP TABLE IF EXISTS ${name}`, 'SYNC')
  }
}
