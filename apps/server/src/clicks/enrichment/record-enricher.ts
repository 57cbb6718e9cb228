import { createSecretKey, type KeyObject } from 'node:crypto'
import { parseVideoQuery, scanMark } from '@linkshelf/contract/basics'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import { type Geoip, openGeoip } from '../geoip/geoip.ts'
import type { ClickRecord, PageViewRecord } from '../journal/records/visit-records.ts'
import { createClickSources, type StoreSource } from './click-sources.ts'
import { createRepeatDetector, describeVisit, getOrCreateSalt, type VisitTools } from './describe-visit.ts'
import { formatUtcDay, parseCampaign } from './request-fields.ts'
import { type ClickRow, noId, type PageViewRow } from './visit-row.ts'

export interface EnrichmentResult<Row, Source> {
  rows: Row[]
  failed: { record: Source; reason: string }[]
}

/** Both methods expect the oldest record first. They reject if PostgreSQL can't be read. */
export interface RecordEnricher {
  enrichClicks(clicks: readonly ClickRecord[]): Promise<EnrichmentResult<ClickRow, ClickRecord>>
  enrichViews(views: readonly PageViewRecord[]): Promise<EnrichmentResult<PageViewRow, PageViewRecord>>
}

interface OpenRecordEnricher extends RecordEnricher {
  readonly geoipSource: Geoip['source']
  close(): void
}

interface RecordEnricherOptions {
  /** Must be signed in with a shipper's account. */
  db: Db
  clock: Clock
  log: Log
  /** A geoip file to use instead of the bundled one. */
  geoipDb?: string
}

const saltCacheMs = 30 * 60_000

export async function openRecordEnricher({ db, clock, log, geoipDb }: RecordEnricherOptions): Promise<OpenRecordEnricher> {
  const geoip = await openGeoip(geoipDb, { log })
  const repeats = createRepeatDetector()
  const clickSources = createClickSources(db)
  // A deleted salt must not survive in memory. So only today's salt is cached, and the cache is cleared every half
  // hour.
  const cachedSalts = new Map<string, KeyObject>()
  const clearing = setInterval(() => cachedSalts.clear(), saltCacheMs)
  clearing.unref()

  async function getOrCreateSalts(records: readonly { at: number }[]): Promise<Map<string, KeyObject>> {
    const salts = new Map<string, KeyObject>()
    const today = formatUtcDay(clock.now().getTime())
    for (const day of new Set(records.map(({ at }) => formatUtcDay(at)))) {
      const salt = cachedSalts.get(day) ?? createSecretKey(await getOrCreateSalt(db, day))
      salts.set(day, salt)
      if (day === today) cachedSalts.set(day, salt)
    }
    return salts
  }

  return {
    get geoipSource() {
      return geoip.source
    },
    close() {
      clearInterval(clearing)
      geoip.close()
    },
    async enrichClicks(clicks) {
      const [salts, sources] = await Promise.all([getOrCreateSalts(clicks), clickSources.find(clicks)])
      return enrichEach(clicks, (click) => enrichClick(click, { geoip, repeats, salts, sources }))
    },
    async enrichViews(views) {
      const salts = await getOrCreateSalts(views)
      return enrichEach(views, (view) => enrichPageView(view, { geoip, repeats, salts }))
    },
  }
}

/**
 * Enriches each record. If the enrichment of a record throws, the record is reported in `failed`, and the others are
 * still enriched.
 */
export function enrichEach<Row, Source>(records: readonly Source[], enrichOne: (record: Source) => Row): EnrichmentResult<Row, Source> {
  const enriched: EnrichmentResult<Row, Source> = { rows: [], failed: [] }
  for (const record of records) {
    try {
      enriched.rows.push(enrichOne(record))
    } catch (error) {
      enriched.failed.push({ record, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return enriched
}

export interface ClickTools extends VisitTools {
  /** Store pages that clicks come from, by click id. */
  sources: ReadonlyMap<string, StoreSource>
}

/** Returns the row of a click. Throws if the day of the click has no salt. */
export function enrichClick(click: ClickRecord, tools: ClickTools): ClickRow {
  const source = tools.sources.get(click.id)
  return {
    ...describeVisit(click, click.linkId, tools),
    ...(parseCampaign(click.query) ?? parseCampaign(click.campaign)),
    link_id: click.linkId,
    // The URL in a QR code has this parameter.
    is_scan: click.query.split('&').includes(scanMark),
    rule: click.rule,
    revision: click.revision,
    shop: click.shop,
    shop_reason: click.shopReason,
    product_id: source?.productId ?? noId,
    store_id: source?.storeId ?? noId,
    page: source?.page ?? '',
    video: parseVideoQuery(click.query),
    host: click.host,
    alias_id: click.aliasId || noId,
  }
}

/** Returns the row of a page view. Throws if the day of the view has no salt. */
export function enrichPageView(view: PageViewRecord, tools: VisitTools): PageViewRow {
  const { storeId, page, pageId } = view
  return {
    ...describeVisit(view, `${storeId} ${pageId}`, tools),
    ...parseCampaign(view.query),
    store_id: storeId,
    page,
    product_id: page === 'product' ? pageId : noId,
    category_id: page === 'category' ? pageId : noId,
  }
}
