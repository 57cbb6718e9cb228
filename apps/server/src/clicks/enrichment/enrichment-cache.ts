import type { EnrichmentResult } from './record-enricher.ts'

interface EnrichmentCache<Row, Source> {
  enrich(records: readonly Source[]): Promise<EnrichmentResult<Row, Source>>
  /** Removes the records from the cache after they were stored. */
  release(records: readonly Source[]): void
}

/**
 * Caches enriched records until they are released, so that each record is enriched only once, even if it is retried in
 * another batch. If a record were enriched again, it would count as a repeat of itself.
 */
export function createEnrichmentCache<Row extends { id: string }, Source extends { id: string }>(
  enrich: (records: readonly Source[]) => Promise<EnrichmentResult<Row, Source>>,
): EnrichmentCache<Row, Source> {
  const rows = new Map<string, Row>()
  const failed = new Map<string, EnrichmentResult<Row, Source>['failed'][number]>()

  return {
    async enrich(records) {
      const enriched = await enrich(records.filter(({ id }) => !rows.has(id) && !failed.has(id)))
      for (const row of enriched.rows) rows.set(row.id, row)
      for (const failure of enriched.failed) failed.set(failure.record.id, failure)
      return { rows: pick(rows, records), failed: pick(failed, records) }
    },
    release(records) {
      for (const { id } of records) {
        rows.delete(id)
        failed.delete(id)
      }
    },
  }
}

function pick<Value>(from: ReadonlyMap<string, Value>, records: readonly { id: string }[]): Value[] {
  return records.map(({ id }) => from.get(id)).filter((value) => value !== undefined)
}
