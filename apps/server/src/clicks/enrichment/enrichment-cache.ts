import type { ClickRecord } from '../journal/click-record.ts'
import type { ClickEnricher, EnrichedClicks } from './click-enricher.ts'
import type { ClickRow } from './click-row.ts'

export interface EnrichmentCache extends Pick<ClickEnricher, 'enrich'> {
  /** The clicks are stored: forgets them. */
  release(clicks: readonly ClickRecord[]): void
}

/** Enriches each click once until it is released, in whichever batch it is retried: enriched again, a click would be a repeat of itself. */
export function createEnrichmentCache(enricher: Pick<ClickEnricher, 'enrich'>): EnrichmentCache {
  const rows = new Map<string, ClickRow>()
  const failed = new Map<string, EnrichedClicks['failed'][number]>()

  return {
    async enrich(clicks) {
      const enriched = await enricher.enrich(clicks.filter(({ id }) => !rows.has(id) && !failed.has(id)))
      for (const row of enriched.rows) rows.set(row.id, row)
      for (const failure of enriched.failed) failed.set(failure.click.id, failure)
      return { rows: pick(rows, clicks), failed: pick(failed, clicks) }
    },
    release(clicks) {
      for (const { id } of clicks) {
        rows.delete(id)
        failed.delete(id)
      }
    },
  }
}

function pick<Value>(from: ReadonlyMap<string, Value>, clicks: readonly ClickRecord[]): Value[] {
  return clicks.map(({ id }) => from.get(id)).filter((value) => value !== undefined)
}
