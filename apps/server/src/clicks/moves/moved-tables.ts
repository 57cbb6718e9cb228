import { type ClickTable, clickTables } from '../click-tables.ts'
import type { ClickStore } from './click-store.ts'

/** A table as the statements that copy and compare its rows need it. */
export interface MovedTable {
  name: ClickTable
  /** The columns that rows are inserted with: the server computes the others. */
  columns: string[]
  sortingKey: string
  /** The column that partitions are made of; undefined for a table with one partition. */
  partitionedBy: string | undefined
  /** The column that says when a row expires. */
  expiresBy: string | undefined
  /** A hash of one row, computed columns included. */
  rowHash: string
  /** Merges combine rows, so they are read as if everything was merged. */
  final: 'FINAL' | ''
  /** False for rows of sums that the next merge drops. */
  isCounted: string
}

interface Column {
  table: string
  name: string
  type: string
  kind: string
  isKey: number
}

/** Reads them from the tables of a store. Throws if one is missing. */
export async function selectMovedTables(store: ClickStore): Promise<ReadonlyMap<ClickTable, MovedTable>> {
  const params = { names: clickTables.map(store.toStoredName) }
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
    clickTables.map((name) => {
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
