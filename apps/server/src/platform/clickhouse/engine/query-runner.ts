import { mkdir } from 'node:fs/promises'
import { drainPending, type RawInsertFormat, Session } from 'chdb'
import { createConcurrencyLimiter } from '../../concurrency-limiter.ts'
import type { Log } from '../../process/log.ts'
import { toEngineError } from './engine-error.ts'
import type { EngineRequest } from './engine-request.ts'
import { openDataDirectory } from './open-data-directory.ts'
import { assertSingleStatement, createSessionStatements } from './session-statements.ts'

// Queries and inserts have separate queues, so that slow queries never delay the insertion of clicks. The two limits
// add up to four, because libuv has four threads for queries and inserts together.
const concurrentQueries = 3
const concurrentInserts = 1
// A running query can't be canceled. It uses a slot of its quota key, for example of an organization, until it ends,
// even if its client has left. One key can't use all slots, so that other keys find a slot. The last slot is reserved
// for keys that queried little recently.
const concurrentQueriesOfKey = 2
const reservedForOthers = { width: 1, busyMs: 10_000 }

interface QueryResult {
  bytes: Uint8Array
  summary: Record<string, string>
}

export interface QueryRunner {
  run(request: EngineRequest, signal: AbortSignal): Promise<QueryResult>
  close(): Promise<void>
}

export interface QueryRunnerOptions {
  dataDirectory: string
  queueLength: number
  onStuck: () => void
  graceMs: number
  log: Log
}

/**
 * Opens the data directory. Every request runs in a session of its own, so its settings do not affect other requests.
 */
export async function openQueryRunner({ dataDirectory, queueLength, onStuck, graceMs, log }: QueryRunnerOptions): Promise<QueryRunner> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  // The engine runs as long as a session is open. This session stays open between requests, so that the engine
  // continues.
  const openSession = await openDataDirectory(dataDirectory, log)
  const queries = createConcurrencyLimiter({
    width: concurrentQueries,
    queueLength,
    perKey: { width: concurrentQueriesOfKey, queueLength },
    reserved: reservedForOthers,
  })
  const inserts = createConcurrencyLimiter({ width: concurrentInserts, queueLength })

  async function runInSession(request: EngineRequest): Promise<QueryResult> {
    const session = new Session(dataDirectory)
    const limitMs = Number(request.settings.get('max_execution_time') ?? 0) * 1000
    const timer = limitMs > 0 ? setTimeout(reportStuck, limitMs + graceMs) : undefined
    try {
      return await (isInsert(request) ? runInsert(session, request) : runQuery(session, request))
    } catch (error) {
      throw toEngineError(error)
    } finally {
      clearTimeout(timer)
      session.close()
    }
  }

  function reportStuck(): void {
    log.fatal('A query runs long past its limit and can not be cancelled')
    onStuck()
  }

  return {
    run: (request, signal) => {
      const limiter = isInsert(request) ? inserts : queries
      return limiter.run(() => runInSession(request), { key: request.quotaKey, signal })
    },
    async close() {
      await Promise.all([queries.close(), inserts.close()])
      openSession.close()
      await drainPending()
    },
  }
}

function isInsert(request: EngineRequest): boolean {
  return /^\s*insert\b/i.test(request.query)
}

async function runQuery(session: Session, request: EngineRequest): Promise<QueryResult> {
  assertSingleStatement(request.query)
  const started = performance.now()
  // The query is sent in one call together with the session's settings, because each call costs as much as a small
  // query.
  const result = await session.queryAsync([...createSessionStatements(request), request.query].join('; '), { format: request.format })
  return { bytes: result.bytes(), summary: toSummary({ readRows: result.rowsRead, readBytes: result.bytesRead, started }) }
}

const plainInsert =
  /^\s*insert\s+into\s+(?:table\s+)?(?<table>\w+(?:\.\w+)?)\s*(?:\((?<columns>[\w\s,]+)\))?\s*format\s+(?<format>\w+)\s*;?\s*$/i
const rawFormats: readonly RawInsertFormat[] = [
  'JSONEachRow',
  'JSONCompactEachRow',
  'CSV',
  'CSVWithNames',
  'TabSeparated',
  'TabSeparatedWithNames',
]

/**
 * Runs an insert. If the rows are in one of `rawFormats`, passes them to the engine unchanged. Otherwise sends the
 * insert as the text of one statement.
 */
async function runInsert(session: Session, request: EngineRequest): Promise<QueryResult> {
  const started = performance.now()
  const settings = createSessionStatements(request)
  if (settings.length > 0) await session.queryAsync(settings.join('; '))
  const plain = plainInsert.exec(request.query)?.groups
  if (request.rows.length === 0 && plain !== undefined) return { bytes: new Uint8Array(0), summary: toSummary({ started }) }

  const format = rawFormats.find((known) => known === plain?.format)
  if (plain === undefined || format === undefined) {
    const rows = request.rows.length === 0 ? '' : `\n${request.rows.toString('utf8')}`
    const result = await session.queryAsync(request.query + rows)
    return { bytes: result.bytes(), summary: toSummary({ started }) }
  }
  const columns = plain.columns?.split(',').map((column) => column.trim())
  const written = await session.insert({ table: plain.table ?? '', columns, format, values: request.rows })
  return { bytes: new Uint8Array(0), summary: toSummary({ writtenRows: written.rowsWritten, writtenBytes: written.bytesWritten, started }) }
}

interface QueryStatistics {
  readRows?: number
  readBytes?: number
  writtenRows?: number
  writtenBytes?: number
  started: number
}

function toSummary({ readRows = 0, readBytes = 0, writtenRows = 0, writtenBytes = 0, started }: QueryStatistics): Record<string, string> {
  return {
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: String(writtenRows),
    written_bytes: String(writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(readRows),
    result_bytes: String(readBytes),
    elapsed_ns: String(Math.round((performance.now() - started) * 1e6)),
  }
}
