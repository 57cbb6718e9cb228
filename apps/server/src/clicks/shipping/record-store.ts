import { uuid } from '@linkshelf/contract/basics'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { createReplicaWatch } from '../../platform/clickhouse/replica-watch.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { createEnrichmentCache } from '../enrichment/enrichment-cache.ts'
import type { RecordEnricher } from '../enrichment/record-enricher.ts'
import { formatUtcDay } from '../enrichment/request-fields.ts'
import { type DeadLetter, writeDeadLetters } from '../journal/dead-letters.ts'
import { type JournalRecord, splitByKind } from '../journal/records/visit-records.ts'
import { selectClickMoves } from '../moves/click-move-table.ts'
import { createDeletedRecordsFilter } from './deleted-clicks.ts'
import { insertRows, type RecordTable, RejectedRowsError } from './insert-rows.ts'
import type { RecordStore, Shipment } from './ship-journal.ts'

export interface RecordStoreOptions {
  journalsFolder: string
  clickhouse: ClickHouse
  /** Must be signed in with a shipper's account. */
  db: Db
  enricher: RecordEnricher
  log: Log
  signal: AbortSignal
  /** Called when clicks or page views of these projects are stored. Must neither throw nor block. */
  onClicksShipped?(projectIds: ReadonlySet<string>): void
}

export interface RecordStoreCounts {
  /** Clicks that ClickHouse stored. */
  shipped: number
  /** Page views that ClickHouse stored. */
  shippedViews: number
  /** Records that could not be stored and were written to the dead-letter file. */
  deadLetters: number
  /** Clicks and page views that their owner had deleted before they were shipped. */
  deleted: number
}

/**
 * Enriches batches and inserts them into ClickHouse. If a record can't be read, enriched or inserted, it becomes a dead
 * letter.
 */
export function createRecordStore(options: RecordStoreOptions): RecordStore & { counts: Readonly<RecordStoreCounts> } {
  const { journalsFolder, clickhouse, db, enricher, log, signal, onClicksShipped } = options
  const counts = { shipped: 0, shippedViews: 0, deadLetters: 0, deleted: 0 }
  const dropDeleted = createDeletedRecordsFilter(db)
  const replicas = createReplicaWatch(clickhouse)
  const clickCache = createEnrichmentCache(enricher.enrichClicks)
  const viewCache = createEnrichmentCache(enricher.enrichViews)

  async function addDeadLetters(batch: string, letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return
    await writeDeadLetters(journalsFolder, letters)
    counts.deadLetters += letters.length
    log.error(
      { count: letters.length, batch, reason: letters[0]?.reason },
      'Clicks or page views could not be stored and became dead letters',
    )
  }

  /**
   * Inserts the records that were not deleted and could be enriched. Returns a dead letter for each record that can't
   * be stored.
   *
   * Clicks and page views have separate tokens. If the process is killed between the two inserts, both inserts are
   * retried, and ClickHouse ignores the first. If an owner deletes clicks before the retry, the deletion also deletes
   * the rows of the first insert (analytics/deletions/run-click-deletions.ts).
   */
  async function insertEnriched({ token, records }: Shipment): Promise<DeadLetter[]> {
    const kept = await dropDeleted(records)
    const { clicks, views } = splitByKind(kept)
    const enrichedClicks = await clickCache.enrich(clicks)
    const enrichedViews = await viewCache.enrich(views)
    try {
      if (!(await insertRows(clickhouse, 'clicks', enrichedClicks.rows, { token, signal }))) replicas.recordMissedReplica()
      if (!(await insertRows(clickhouse, 'page_views', enrichedViews.rows, { token: `${token}:views`, signal })))
        replicas.recordMissedReplica()
    } catch (error) {
      const [record] = records
      if (!(error instanceof RejectedRowsError) || records.length > 1 || record === undefined) throw error
      return [{ reason: error.message, batch: token, record }]
    }
    counts.shipped += enrichedClicks.rows.length
    counts.shippedViews += enrichedViews.rows.length
    counts.deleted += records.length - kept.length
    onClicksShipped?.(new Set([...enrichedClicks.rows, ...enrichedViews.rows].map((row) => row.project_id)))
    return [...enrichedClicks.failed, ...enrichedViews.failed].map((failure) => ({ ...failure, batch: token }))
  }

  function release(records: readonly JournalRecord[]): void {
    const { clicks, views } = splitByKind(records)
    clickCache.release(clicks)
    viewCache.release(views)
  }

  return {
    counts,
    findStoredIds: (records) => findStoredIds(clickhouse, records),
    hasEveryReplica: replicas.hasEveryReplica,
    countMoves: async () => (await selectClickMoves(db)).filter(({ isComplete }) => isComplete).length,
    async insert(batch) {
      const letters = await insertEnriched(batch)
      await addDeadLetters(batch.token, [...batch.unreadable, ...letters])
      release(batch.records)
    },
  }
}

/** Limits the length of the request's URL, which contains the ids. */
const maxIdsPerQuery = 1_000

async function findStoredIds(clickhouse: ClickHouse, records: readonly JournalRecord[]): Promise<Set<string>> {
  const { clicks, views } = splitByKind(records)
  const stored = [await findIdsIn(clickhouse, 'clicks', clicks), await findIdsIn(clickhouse, 'page_views', views)]
  return new Set(stored.flat())
}

async function findIdsIn(clickhouse: ClickHouse, table: RecordTable, records: readonly JournalRecord[]): Promise<string[]> {
  const queryable = records.filter(({ id, projectId }) => isUuid(id) && isUuid(projectId))
  const stored: string[] = []
  for (let from = 0; from < queryable.length; from += maxIdsPerQuery) {
    const chunk = queryable.slice(from, from + maxIdsPerQuery)
    const days = chunk.map(({ at }) => formatUtcDay(at)).sort()
    const answer = await clickhouse.query({
      // The condition includes project and day, because the tables are ordered by them. The alias is not `id`, because
      // an alias with the name of a column would hide the column.
      query: `SELECT toString(id) AS found FROM ${table}
        WHERE project_id IN {projectIds: Array(UUID)} AND toDate(at) BETWEEN {first: Date} AND {last: Date} AND id IN {ids: Array(UUID)}`,
      query_params: {
        projectIds: [...new Set(chunk.map(({ projectId }) => projectId))],
        first: days[0],
        last: days.at(-1),
        ids: chunk.map(({ id }) => id),
      },
      format: 'JSONEachRow',
    })
    for (const row of await answer.json<{ found: string }>()) stored.push(row.found)
  }
  return stored
}

function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}
