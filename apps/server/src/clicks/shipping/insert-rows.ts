import { ClickHouseError } from '@clickhouse/client'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { insertWithQuorum } from '../../platform/clickhouse/insert-quorum.ts'
import { clickColumns, pageViewColumns } from '../enrichment/visit-row.ts'

/** Columns of the tables of records, in the order in which their values are inserted. */
const tableColumns = { clicks: clickColumns, page_views: pageViewColumns } as const

export type RecordTable = keyof typeof tableColumns

type Row<Table extends RecordTable> = Readonly<Record<(typeof tableColumns)[Table][number], unknown>>

/** Thrown if ClickHouse will never accept one of the rows. None of the rows was stored. */
export class RejectedRowsError extends Error {}

/**
 * Inserts the rows only once, even if it is called several times with the same token: ClickHouse ignores a block with a
 * recent token, in the table and in every rollup. Returns false if a replica may lack the rows. Throws
 * `RejectedRowsError` if ClickHouse rejects a row, and another error if the insert must be retried.
 */
export async function insertRows<Table extends RecordTable>(
  clickhouse: ClickHouse,
  table: Table,
  rows: readonly Row<Table>[],
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<boolean> {
  if (rows.length === 0) return true
  // Rows are sent without column names, which saves a third of the bytes.
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
        // Without this setting, a server that batches inserts by default would ignore the token.
        async_insert: 0,
        ...quorum,
      },
    }),
  )
}

/** Errors of values that can't be parsed or converted. If another error occurs, the insert is retried. */
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
