import { ClickHouseError } from '@clickhouse/client'
import { failRateLimited } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'

export type Params = Record<string, unknown>

/** An answer takes milliseconds; these stop what has gone wrong before it takes the engine from everybody else. */
const limits = {
  max_execution_time: 10,
  max_memory_usage: '536870912',
  max_threads: 2,
  // Answers are small and touch few parts: handing pieces of the work to further threads costs more than the work.
  max_threads_for_indexes: 1,
  output_format_parallel_formatting: 0,
  output_format_json_quote_64bit_integers: 0,
} as const

/** The engine answers three questions at once: those that may read single clicks take two of the places at most, and wait for them in a line of their own. */
const heavy = { width: 2, queueLength: 64 }
const retryAfterSeconds = 5
const heavyLanes = new WeakMap<ClickHouse, ConcurrencyLimiter>()

/** Rows of one question that sums alone answer. Refuses when too many questions wait already. */
export async function ask<Row>(clickhouse: ClickHouse, query: string, params: Params): Promise<Row[]> {
  try {
    const answer = await clickhouse.query({
      query,
      query_params: params,
      clickhouse_settings: limits,
      format: 'JSONEachRow',
      // The days of some years are more than a proxy may take in an address.
      use_multipart_params_auto: true,
    })
    return await answer.json<Row>()
  } catch (error) {
    if (isBusy(error)) failRateLimited(retryAfterSeconds)
    throw error
  }
}

/** Rows of one question that reads single clicks. Refuses as `ask` does. */
export async function askClicks<Row>(clickhouse: ClickHouse, query: string, params: Params): Promise<Row[]> {
  const lane = heavyLanes.get(clickhouse) ?? createConcurrencyLimiter(heavy)
  heavyLanes.set(clickhouse, lane)
  try {
    return await lane.run(() => ask<Row>(clickhouse, query, params))
  } catch (error) {
    if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
    throw error
  }
}

/** An aggregate without GROUP BY has one row. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The store of clicks gave no row')
  return row
}

const tooManyQueries = 202

function isBusy(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === String(tooManyQueries)
}
