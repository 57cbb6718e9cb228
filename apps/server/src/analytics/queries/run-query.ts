import { ClickHouseError } from '@clickhouse/client'
import type { OrganizationId, ProjectId } from '@linkshelf/contract'
import { fail, failRateLimited } from '../../access/index.ts'
import { getAnswerWatch, NoAnswerError } from '../../platform/clickhouse/answer-watch.ts'
import { type ClickHouse, isUnreachable } from '../../platform/clickhouse/clickhouse.ts'
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { ClickDeletion } from '../deletions/click-deletion-table.ts'
import { leaveOutDeleted } from '../deletions/deleted-rows.ts'

export type QueryParams = Record<string, unknown>

/** The part of a request's or job's context that a query needs. For a project, `findClickScope` creates it. */
export interface QueryContext {
  /** The organization whose slots the query uses. */
  organization: { id: OrganizationId }
  /** Ends the query when it aborts. */
  signal?: AbortSignal
  /** Unfinished deletions of the project. The query excludes their clicks. */
  deletions: readonly ClickDeletion[]
}

export interface ProjectQueryContext extends QueryContext {
  project: { id: ProjectId }
}

/** A query takes milliseconds. These limits stop a runaway query before it slows down all others. */
const limits = {
  max_execution_time: 10,
  max_memory_usage: '536870912',
  // A project may have a million names. If a GROUP BY or ORDER BY has that many, it continues on the disk.
  max_bytes_before_external_group_by: '201326592',
  max_bytes_before_external_sort: '134217728',
  max_threads: 2,
  // The embedded engine writes parameters into the query. 8 MiB are enough for the ids of 200,000 links with a label.
  max_query_size: '8388608',
  // Index analysis and formatting use one thread each. Results are small and come from few parts, so it would cost more
  // to distribute the work to more threads than to do it.
  max_threads_for_indexes: 1,
  output_format_parallel_formatting: 0,
  output_format_json_quote_64bit_integers: 0,
  // A server ends a read-only query when its connection closes. The embedded engine can't do this, so there the time
  // limit ends the query.
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
} as const

/**
 * The slots of one process. One organization can use two of the three slots. All organizations whose recent queries
 * took long can together use two slots, so that the third slot stays free for others. A screen with every card sends
 * some 30 queries at once, which take a second or two.
 */
const slots = { width: 3, queueLength: 512, perKey: { width: 2, queueLength: 64 }, reserved: { width: 1, busyMs: 10_000 } }
const retryAfterSeconds = 5
/** How long a query may wait and run in total. */
const deadlineMs = 30_000
const limiters = new WeakMap<ClickHouse, ConcurrencyLimiter>()

/**
 * Runs a query in a slot of the context's organization and returns its rows. Excludes deleted clicks, so the query need
 * not do this. Throws TOO_MANY_REQUESTS if the queue of the organization or of ClickHouse is full. Throws
 * ANALYTICS_TIMEOUT if the query takes too long. Throws ANALYTICS_UNAVAILABLE if ClickHouse, or the project's shard,
 * can't be reached or does not answer. If the context's signal aborts, throws the signal's reason.
 */
export async function runQuery<Row>(
  clickhouse: ClickHouse,
  { organization, signal, deletions }: QueryContext,
  query: string,
  params: QueryParams,
): Promise<Row[]> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const watch = getAnswerWatch(clickhouse)
  const send = async (answering: AbortSignal) => {
    const result = await clickhouse.query({
      query: leaveOutDeleted(query, deletions),
      query_params: params,
      // The engine counts running queries by this key. It counts a query until the query has ended, even if its request
      // was aborted.
      clickhouse_settings: { ...limits, quota_key: organization.id },
      abort_signal: answering,
      format: 'JSONEachRow',
      // Long parameters are sent in the body. The days of several years are longer than a proxy accepts in a URL.
      use_multipart_params_auto: true,
    })
    return watch.readRows<Row>(result, answering)
  }
  try {
    return await watch.run(
      (answering) => getOrCreateLimiter(clickhouse).run(() => send(answering), { key: organization.id, signal: answering }),
      ended,
    )
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NoAnswerError || isUnreachable(error) || isShardDown(error)) fail('ANALYTICS_UNAVAILABLE')
    if (deadline.aborted || isTimeout(error)) fail('ANALYTICS_TIMEOUT')
    if (isQueueFull(error)) failRateLimited(retryAfterSeconds)
    throw error
  }
}

function getOrCreateLimiter(clickhouse: ClickHouse): ConcurrencyLimiter {
  const limiter = limiters.get(clickhouse) ?? createConcurrencyLimiter(slots)
  limiters.set(clickhouse, limiter)
  return limiter
}

/** Returns the row of an aggregate without GROUP BY, which always has one row. */
export function getSingleRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('ClickHouse returned no row')
  return row
}

const timeoutExceeded = 159
const tooManySimultaneousQueries = 202

/** Errors of a node that can't reach any replica of a shard, or lost the connection to it. */
const shardErrors = new Set(['ALL_CONNECTION_TRIES_FAILED', 'NETWORK_ERROR', 'SOCKET_TIMEOUT'])

function isShardDown(error: unknown): boolean {
  return error instanceof ClickHouseError && shardErrors.has(error.type ?? '')
}

function isTimeout(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === String(timeoutExceeded)
}

function isQueueFull(error: unknown): boolean {
  if (error instanceof ConcurrencyLimitError) return error.reason === 'full'
  return error instanceof ClickHouseError && error.code === String(tooManySimultaneousQueries)
}
