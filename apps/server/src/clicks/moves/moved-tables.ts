import type { ClickStore } from './click-store.ts'

/** The parts of a table's definition that are needed to copy and compare rows. */
export interface MovedTable {
  name: string
  /** The columns of an INSERT. The server computes the other columns. */
  columns: string[]
  sortingKey: string
  /** The partition of a row is the month or year of this column. Undefined if the table has one partition. */
  partitionedBy: string | undefined
  /** The time column of the TTL. Undefined if rows do not expire. */
  expiresBy: string | undefined
  /** The SQL of a row's hash, which includes computed columns. */
  rowHash: string
  /** `FINAL` if merges combine rows, so that both stores are read as if all parts were merged. */
  final: 'FINAL' | ''
  /** The SQL of a condition that excludes rows whose sums are all zero, because a merge drops them. */
  isCounted: string
}

interface Column {
  table: string
  name: string
  type: string
  kind: string
  isKey: number
}

/** Reads the definitions of the tables from a store. Throws if a table is missing. */
export async function selectMovedTables(store: ClickStore, names: readonly string[]): Promise<ReadonlyMap<string, MovedTable>> {
  const params = { names: names.map(store.toStoredName) }
  const tables = await store.select<{ name: string; engine: string; partitionKey: string; sortingKey: string; definition: string }>(
    `SELECT name, engine, partition_key AS partitionKey, sorting_key AS sortingKey, engine_full AS definition
     FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    params,
  )
  const columns = await store.select<Column>(
    `SELECT table, name, type, default_kind AS kind, is_in_sorting_key AS isKey
     FROM system.columns WHERE database = currentDatabase() AND table IN {names:Array(String)} ORDER BY table, position`,
    params,
  )
  return new Map(
    names.map((name) => {
      const stored = store.toStoredName(name)
      const table = tables.find((found) => found.name === stored)
      if (table === undefined) throw new Error(`The ClickHouse at ${store.address} has no table ${stored}`)
      const ofTable = columns.filter((column) => column.table === stored && column.kind !== 'ALIAS')
      const sums = ofTable.filter(({ isKey, kind }) => isKey === 0 && kind !== 'MATERIALIZED')
      const moved: MovedTable = {
        name,
        columns: ofTable.filter(({ kind }) => kind !== 'MATERIALIZED').map((column) => column.name),
        sortingKey: table.sortingKey,
        partitionedBy: /\((?<column>\w+)\)/.exec(table.partitionKey)?.groups?.column,
        expiresBy: /\bTTL toDateTime\((?<column>\w+)\)/.exec(table.definition)?.groups?.column,
        rowHash: `cityHash64(${ofTable.map((column) => (column.type.startsWith('AggregateFunction(') ? `finalizeAggregation(${column.name})` : column.name)).join(', ')})`,
        final: /Summing|Aggregating|Replacing/.test(table.engine) ? 'FINAL' : '',
        isCounted: table.engine.includes('Summing') ? `(${sums.map((column) => `${column.name} != 0`).join(' OR ')})` : 'true',
      }
      return [name, moved]
    }),
  )
}
