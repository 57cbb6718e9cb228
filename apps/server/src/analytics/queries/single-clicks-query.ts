import type { LinkId, ProductId } from '@linkshelf/contract'
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type Interval, matchTimes } from '../intervals.ts'
import { visitCondition } from './click-conditions.ts'
import { type ProjectQueryContext, runQuery } from './run-query.ts'

export interface RecentClickRow {
  id: string
  link_id: string
  /** Milliseconds since 1970. */
  atMs: number
  country: string
  city: string
  device: string
  source: string
  referrer: string
  utm_source: string
}

/** Returns the latest human clicks in the interval, latest first. All columns are read only for the returned clicks. */
export function queryRecentClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { limit, ...interval }: Interval & { limit: number },
): Promise<RecentClickRow[]> {
  const latest = `SELECT at, id FROM clicks
    WHERE project_id = {project:UUID} AND ${matchTimes([interval])} AND ${visitCondition.exclude}
    ORDER BY at DESC, id DESC LIMIT {limit:UInt32}`
  return runQuery<RecentClickRow>(
    clickhouse,
    ctx,
    `SELECT id, link_id, toUnixTimestamp64Milli(at) AS atMs, country, city, device, source, referrer, utm_source
     FROM clicks
     WHERE project_id = {project:UUID} AND ${matchTimes([interval])} AND (at, id) IN (${latest})
     ORDER BY at DESC, id DESC`,
    { project: ctx.project.id, limit },
  )
}

export interface FoundClick {
  id: string
  linkId: LinkId
  /** The product of the store whose button was clicked. */
  productId: ProductId | null
  /** '' if unknown. The same applies to `source` and `referrer`. */
  country: string
  source: string
  referrer: string
  /**
   * The retailer's shop that the visitor was sent to, for example `amazon.de`, and why this shop was chosen. Both are
   * '' for other destinations.
   */
  shop: string
  shopReason: string
  utmCampaign: string
  /** The id of the video whose description has the clicked link. '' for other clicks. */
  video: string
}

interface ClickRow extends Pick<FoundClick, 'id' | 'country' | 'source' | 'referrer' | 'shop' | 'video'> {
  link_id: LinkId
  product_id: ProductId
  shop_reason: string
  utm_campaign: string
}

/**
 * Matches the id of a click (UUIDv7). The groups are the click's time, so that a query reads only the days of the ids.
 */
const clickDay = /^([0-9a-f]{8})-([0-9a-f]{4})-7/

/** Returns the given clicks that belong to the project, in no particular order. */
export async function queryClicksById(clickhouse: ClickHouse, ctx: ProjectQueryContext, ids: readonly string[]): Promise<FoundClick[]> {
  const days = new Set(ids.flatMap((id) => parseUtcDay(id) ?? []))
  if (days.size === 0) return []
  const rows = await runQuery<ClickRow>(
    clickhouse,
    ctx,
    `SELECT id, link_id, product_id, country, source, referrer, shop, shop_reason, utm_campaign, video FROM clicks
     WHERE project_id = {project:UUID} AND toDate(at) IN {days:Array(Date)} AND id IN {ids:Array(UUID)}`,
    { project: ctx.project.id, days: [...days], ids },
  )
  return rows.map(({ link_id, product_id, shop_reason, utm_campaign, ...row }) => ({
    ...row,
    linkId: link_id,
    productId: product_id === noId ? null : product_id,
    shopReason: shop_reason,
    utmCampaign: utm_campaign,
  }))
}

function parseUtcDay(id: string): string | undefined {
  const [, high, low] = clickDay.exec(id) ?? []
  if (high === undefined || low === undefined) return undefined
  const at = new Date(Number.parseInt(high + low, 16))
  // ClickHouse stores only these years, so an id with another year belongs to no click.
  return at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2100 ? at.toISOString().slice(0, 10) : undefined
}
