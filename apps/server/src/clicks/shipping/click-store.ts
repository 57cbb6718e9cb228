import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ClickEnricher, EnrichedClicks } from '../enrichment/click-enricher.ts'
import { type DeadLetter, writeDeadLetters } from '../journal/dead-letters.ts'
import { findStoredIds } from './find-stored-ids.ts'
import { insertClicks } from './insert-clicks.ts'
import type { ClickStore } from './ship-journal.ts'

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
  const { journalsFolder, clickhouse, enricher, log, signal, onClicksShipped } = options
  const counts = { shipped: 0, deadLetters: 0 }
  /** By token. A retry inserts the rows of the first try: enriched again, a click would be a repeat of itself. */
  const enrichedBatches = new Map<string, EnrichedClicks>()

  async function addDeadLetters(batch: string, letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return
    await writeDeadLetters(journalsFolder, letters)
    counts.deadLetters += letters.length
    log.error({ count: letters.length, batch, reason: letters[0]?.reason }, 'Clicks could not be stored and became dead letters')
  }

  return {
    counts,
    findStoredIds: (clicks) => findStoredIds(clickhouse, clicks),
    async insert({ token, clicks, unreadable }) {
      const enriched = enrichedBatches.get(token) ?? (await enricher.enrich(clicks))
      enrichedBatches.set(token, enriched)
      const { rows, failed } = enriched
      const rejected = await insertClicks(clickhouse, rows, token, signal)
      onClicksShipped?.(new Set(rows.map((row) => row.project_id)))
      await addDeadLetters(token, [
        ...unreadable,
        ...failed.map((failure) => ({ ...failure, batch: token })),
        ...rejected.map(({ row, reason }) => ({ reason, batch: token, click: clicks.find((click) => click.id === row.id) })),
      ])
      counts.shipped += rows.length - rejected.length
      enrichedBatches.delete(token)
    },
  }
}
