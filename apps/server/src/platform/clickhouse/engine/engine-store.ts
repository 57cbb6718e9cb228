import { mkdir } from 'node:fs/promises'
import { drainPending, type RawInsertFormat, Session } from 'chdb'
import { createConcurrencyLimiter } from '../../concurrency-limiter.ts'
import type { Log } from '../../process/log.ts'
import { problemFrom } from './clickhouse-problem.ts'
import type { EngineRequest } from './engine-request.ts'
import { openFolder } from './open-folder.ts'
import { openingStatements, refuseSeveralStatements } from './opening-statements.ts'

// Reads and inserts queue apart, so that slow questions never keep clicks from being written. libuv has four threads for them all.
const readsAtOnce = 3
const insertsAtOnce = 1

interface EngineResult {
  bytes: Uint8Array
  summary: Record<string, string>
}

export interface EngineStore {
  run(request: EngineRequest, signal: AbortSignal): Promise<EngineResult>
  close(): Promise<void>
}

export interface EngineStoreOptions {
  dataFolder: string
  queueLength: number
  onStuck: () => void
  graceMs: number
  log: Log
}

/** Opens the folder. Every request works in a connection of its own, so nothing one of them sets is seen by another. */
export async function openEngineStore({ dataFolder, queueLength, onStuck, graceMs, log }: EngineStoreOptions): Promise<EngineStore> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  // The engine lives as long as one connection does: this one keeps it between requests.
  const keeper = await openFolder(dataFolder, log)
  const reads = createConcurrencyLimiter({ width: readsAtOnce, queueLength })
  const inserts = createConcurrencyLimiter({ width: insertsAtOnce, queueLength })

  async function runAlone(request: EngineRequest): Promise<EngineResult> {
    const session = new Session(dataFolder)
    const limitMs = Number(request.settings.get('max_execution_time') ?? 0) * 1000
    const watch = limitMs > 0 ? setTimeout(reportStuck, limitMs + graceMs) : undefined
    try {
      return await (isInsert(request) ? insert(session, request) : ask(session, request))
    } catch (error) {
      throw problemFrom(error)
    } finally {
      clearTimeout(watch)
      session.close()
    }
  }

  function reportStuck(): void {
    log.fatal('a query is running long past its limit and can not be stopped')
    onStuck()
  }

  return {
    run: (request, signal) => (isInsert(request) ? inserts : reads).run(() => runAlone(request), signal),
    async close() {
      await Promise.all([reads.close(), inserts.close()])
      keeper.close()
      await drainPending()
    },
  }
}

function isInsert(request: EngineRequest): boolean {
  return /^\s*insert\b/i.test(request.query)
}

async function ask(session: Session, request: EngineRequest): Promise<EngineResult> {
  refuseSeveralStatements(request.query)
  const started = performance.now()
  // In one go with what the connection is told first: each go costs as much as a small question.
  const result = await session.queryAsync([...openingStatements(request), request.query].join('; '), { format: request.format })
  return { bytes: result.bytes(), summary: summary({ readRows: result.rowsRead, readBytes: result.bytesRead, started }) }
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

/** Rows of the usual formats go to the engine as the bytes they came in; all else as the text of one statement. */
async function insert(session: Session, request: EngineRequest): Promise<EngineResult> {
  const started = performance.now()
  const opening = openingStatements(request)
  if (opening.length > 0) await session.queryAsync(opening.join('; '))
  const plain = plainInsert.exec(request.query)?.groups
  if (request.rows.length === 0 && plain !== undefined) return { bytes: new Uint8Array(0), summary: summary({ started }) }

  const format = rawFormats.find((known) => known === plain?.format)
  if (plain === undefined || format === undefined) {
    const rows = request.rows.length === 0 ? '' : `\n${request.rows.toString('utf8')}`
    const result = await session.queryAsync(request.query + rows)
    return { bytes: result.bytes(), summary: summary({ started }) }
  }
  const columns = plain.columns?.split(',').map((column) => column.trim())
  const written = await session.insert({ table: plain.table ?? '', columns, format, values: request.rows })
  return { bytes: new Uint8Array(0), summary: summary({ writtenRows: written.rowsWritten, writtenBytes: written.bytesWritten, started }) }
}

interface Counted {
  readRows?: number
  readBytes?: number
  writtenRows?: number
  writtenBytes?: number
  started: number
}

function summary({ readRows = 0, readBytes = 0, writtenRows = 0, writtenBytes = 0, started }: Counted): Record<string, string> {
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
