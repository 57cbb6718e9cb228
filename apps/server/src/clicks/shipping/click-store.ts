import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ClickEnricher } from '../enrichment/click-enricher.ts'
import { createEnrichmentCache } from '../enrichment/enrichment-cache.ts'
import { type DeadLetter, writeDeadLetters } from '../journal/dead-letters.ts'
import { findStoredIds } from './find-stored-ids.ts'
import { insertClicks, RejectedRowsError } from './insert-clicks.ts'
import type { ClickBatch, ClickStore } from './ship-journal.ts'

export interface ClickStoreOptions {
  journalsFolder: string
  clickhouse: ClickHouse
  enricher: Pick<ClickEnricher, 'enrich'>
  log: Log
  signal: AbortSignal
  /** Must neither throw nor block. */
  onClicksShipped?(projectIds: ReadonlySet<string>): void
}

export interface ClickStoreCounts {
  /** Clicks that ClickHouse stored. */
  shipped: number
  /** Clicks that could not be stored and were written to the dead-letter file. */
  deadLetters: number
}

/** Enriches batches and inserts them into ClickHouse; what can't be read, enriched or inserted becomes a dead letter. */
export function createClickStore(options: ClickStoreOptions): ClickStore & { counts: Readonly<ClickStoreCounts> } {
  const { journalsFolder, clickhouse, log, signal, onClicksShipped } = options
  const counts = { shipped: 0, deadLetters: 0 }
  const enrichment = createEnrichmentCache(options.enricher)

  async function addDeadLetters(batch: string, letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return
    await writeDeadLetters(journalsFolder, letters)
    counts.deadLetters += letters.length
    log.error({ count: letters.length, batch, reason: letters[0]?.reason }, 'Clicks could not be stored and became dead letters')
  }

  /** Inserts what could be enriched, and returns why the others can't be stored. */
  async function insertEnriched({ token, clicks }: ClickBatch): Promise<DeadLetter[]> {
    const { rows, failed } = await enrichment.enrich(clicks)
    try {
      await insertClicks(clickhouse, rows, token, signal)
    } catch (error) {
      const [click] = clicks
      if (!(error instanceof RejectedRowsError) || clicks.length > 1 || click === undefined) throw error
      return [{ reason: error.message, batch: token, click }]
    }
    counts.shipped += rows.length
    onClicksShipped?.(new Set(rows.map((row) => row.project_id)))
    return failed.map((failure) => ({ ...failure, batch: token }))
  }

  return {
    counts,
    findStoredIds: (clicks) => findStoredIds(clickhouse, clicks),
    async insert(batch) {
      const letters = await insertEnriched(batch)
      await addDeadLetters(batch.token, [...batch.unreadable, ...letters])
      enrichment.release(batch.clicks)
    },
  }
}
