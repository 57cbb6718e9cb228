import { ClickHouseError } from '@clickhouse/client'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { insertWithQuorum } from '../../platform/clickhouse/insert-quorum.ts'
import { clickColumns, pageViewColumns } from '../enrichment/visit-row.ts'

/** The tables of records, with the columns of their rows in the order in which they are inserted. */
const tableColumns = { clicks: clickColumns, page_views: pageViewColumns } as const

export type RecordTable = keyof typeof tableColumns

type Row<Table extends RecordTable> = Readonly<Record<(typeof tableColumns)[Table][number], unknown>>

/** ClickHouse will never accept one of the rows. It stored none of them. */
export class RejectedRowsError extends Error {}

/**
 * Inserts the rows once, however often it is called with one token: ClickHouse drops a block whose token is
 * among the last ones, in the table and in every rollup. Returns false if a replica may lack the rows. Throws
 * `RejectedRowsError`, or any other error when the insert has to be retried.
 */
export async function insertRows<Table extends RecordTable>(
  clickhouse: ClickHouse,
  table: Table,
  rows: readonly Row<Table>[],
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<boolean> {
  if (rows.length === 0) return true
  // Without the names of the columns, a row has two thirds of the bytes.
  const columns: readonly (keyof Row<Table>)[] = tableColumns[table]
  const values = rows.map((row) => columns.map((column) => row[column]))
  try {
    return await insertBlock(clickhouse, { table, columns: columns as [string, ...string[]], values }, { token, signal })
  } catch (error) {
    throw isRowError(error) ? new RejectedRowsError(error.message) : error
  }
}

async function insertBlock(
  clickhouse: ClickHouse,
  block: { table: RecordTable; columns: [string, ...string[]]; values: unknown[][] },
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<boolean> {
  return insertWithQuorum((quorum) =>
    clickhouse.insert({
      ...block,
      format: 'JSONCompactEachRow',
      abort_signal: signal,
      clickhouse_settings: {
        insert_deduplication_token: token,
        deduplicate_blocks_in_dependent_materialized_views: 1,
        // A server may batch inserts by default, and then ignores the token.
        async_insert: 0,
        ...quorum,
      },
    }),
  )
}

/** Errors of values that can't be parsed or converted; any other error is retried. */
const rowErrors = new Set([
  'CANNOT_PARSE_TEXT',
  'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
  'CANNOT_PARSE_QUOTED_STRING',
  'CANNOT_PARSE_ESCAPE_SEQUENCE',
  'CANNOT_PARSE_DATETIME',
  'CANNOT_PARSE_NUMBER',
  'CANNOT_PARSE_UUID',
  'CANNOT_PARSE_BOOL',
  'ARGUMENT_OUT_OF_BOUND',
  'TOO_LARGE_STRING_SIZE',
  'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
  'DECIMAL_OVERFLOW',
  'INCORRECT_DATA',
  'TYPE_MISMATCH',
])

function isRowError(error: unknown): error is ClickHouseError {
  return error instanceof ClickHouseError && error.type !== undefined && rowErrors.has(error.type)
}
