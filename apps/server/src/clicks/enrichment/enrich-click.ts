// Turns a click record into a row of the table `clicks`.
import { parseVideoQuery, scanMark } from '@linkshelf/contract'
import type { ClickRecord } from '../journal/records/click-record.ts'
import type { ClickRow } from './click-row.ts'
import type { StoreSource } from './click-sources.ts'
import { describeVisit, type VisitTools } from './describe-visit.ts'
import { noId } from './visit-row.ts'

export interface ClickTools extends VisitTools {
  /** The places in a store where clicks come from, by the id of the click. */
  sources: ReadonlyMap<string, StoreSource>
}

/** Throws when the day of the click has no salt. */
export function enrichClick(click: ClickRecord, tools: ClickTools): ClickRow {
  const source = tools.sources.get(click.id)
  return {
    ...describeVisit(click, click.linkId, tools),
    link_id: click.linkId,
    // A QR code carries the short URL with this parameter.
    is_scan: click.query.split('&').includes(scanMark),
    rule: click.rule,
    revision: click.revision,
    shop: click.shop,
    shop_reason: click.shopReason,
    product_id: source?.productId ?? noId,
    store_id: source?.storeId ?? noId,
    page: source?.page ?? '',
    video: parseVideoQuery(click.query),
  }
}
