import { ClickHouseError } from '@clickhouse/client'
import { failRateLimited } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { shardLocalSubqueries } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'

export type QueryParams = Record<string, unknown>

/** A query takes milliseconds; these limits stop a runaway one before it slows down every other. */
const limits = {
  max_execution_time: 10,
  max_memory_usage: '536870912',
  // A project may have a million names: a GROUP BY or ORDER BY of so many is continued on the disk.
  max_bytes_before_external_group_by: '201326592',
  max_bytes_before_external_sort: '134217728',
  max_threads: 2,
  // The embedded engine writes parameters into the query: 8 MiB have the ids of 200,000 links with a label.
  max_query_size: '8388608',
  // Results are small and touch few parts: distributing the work to more threads costs more than the work.
  max_threads_for_indexes: 1,
  output_format_parallel_formatting: 0,
  output_format_json_quote_64bit_integers: 0,
  ...shardLocalSubqueries,
} as const

/**
 * The engine runs three queries at once: those that may read the `clicks` table take at most two of these slots, and
 * have a queue of their own.
 */
const clickQueries = { width: 2, queueLength: 64 }
const retryAfterSeconds = 5
const clickQueryLimiters = new WeakMap<ClickHouse, ConcurrencyLimiter>()

/**
 * Runs a query that reads rollups only and returns its rows. Throws TOO_MANY_REQUESTS when the engine's queue is full.
 */
export async function runQuery<Row>(clickhouse: ClickHouse, query: string, params: QueryParams): Promise<Row[]> {
  try {
    const result = await clickhouse.query({
      query,
      query_params: params,
      clickhouse_settings: limits,
      format: 'JSONEachRow',
      // The days of several years are longer than a proxy accepts in a URL.
      use_multipart_params_auto: true,
    })
    return await result.json<Row>()
  } catch (error) {
    if (isTooManyQueries(error)) failRateLimited(retryAfterSeconds)
    throw error
  }
}

/**
 * Runs a query that reads the `clicks` table and returns its rows. Throws TOO_MANY_REQUESTS as `runQuery` does, and
 * when 64 such queries wait.
 */
export async function runClickQuery<Row>(clickhouse: ClickHouse, query: string, params: QueryParams): Promise<Row[]> {
  const limiter = clickQueryLimiters.get(clickhouse) ?? createConcurrencyLimiter(clickQueries)
  clickQueryLimiters.set(clickhouse, limiter)
  try {
    return await limiter.run(() => runQuery<Row>(clickhouse, query, params))
  } catch (error) {
    if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
    throw error
  }
}

/** The row of an aggregate without GROUP BY, which always has one. */
export function singleRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('ClickHouse returned no row')
  return row
}

const tooManySimultaneousQueries = 202

function isTooManyQueries(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === String(tooManySimultaneousQueries)
}
