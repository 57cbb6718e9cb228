import { randomUUID } from 'node:crypto'
import { createLowestId, type StorePageKind } from '@linkshelf/contract'
import type { ProjectContext } from '../src/access/index.ts'
import type { ClickHouse } from '../src/platform/clickhouse/clickhouse.ts'
import { insertWithQuorum } from '../src/platform/clickhouse/insert-quorum.ts'
import type { Deps } from '../src/platform/deps.ts'

export interface ClickValues {
  at: string | number | Date
  id?: string
  linkId?: string
  visitor?: number
  isBot?: boolean
  isScan?: boolean
  /** The product whose button was clicked. */
  productId?: string
  page?: StorePageKind
  country?: string
  device?: string
  referrer?: string
  browser?: string
  shop?: string
  shopReason?: string
  video?: string
  utmCampaign?: string
  utmTerm?: string
  utmContent?: string
  host?: string
  aliasId?: string
}

async function insertAsShipper(
  clickhouse: ClickHouse,
  { token, ...block }: { table: string; format: 'JSONEachRow'; values: unknown[]; token: string },
): Promise<void> {
  const settings = { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 } as const
  await insertWithQuorum((quorum) => clickhouse.insert({ ...block, clickhouse_settings: { ...settings, ...quorum } }))
}

/** Returns a click id that begins with this time and ends with `ending`. */
export function createClickIdAt(instant: string, ending: string): string {
  return `${createLowestId(Date.parse(instant)).slice(0, -ending.length)}${ending}`
}

/** Inserts clicks as the shipper does. A test passes only the values that matter to it. */
export async function recordClicks(
  { clickhouse, ids }: Deps,
  ctx: ProjectContext,
  clicks: ClickValues[],
  token: string = randomUUID(),
): Promise<void> {
  const linkId = ids.next()
  await insertAsShipper(clickhouse, {
    table: 'clicks',
    format: 'JSONEachRow',
    values: clicks.map((click) => ({
      id: click.id ?? ids.next(),
      // The column takes a number in milliseconds.
      at: new Date(click.at).getTime(),
      organization_id: ctx.organization.id,
      project_id: ctx.project.id,
      link_id: click.linkId ?? linkId,
      visitor: String(click.visitor ?? 1),
      is_bot: click.isBot ?? false,
      is_scan: click.isScan ?? false,
      reason: click.isBot ? 'bot' : '',
      rule: 'default',
      country: click.country ?? '',
      device: click.device ?? '',
      referrer: click.referrer ?? '',
      browser: click.browser ?? '',
      shop: click.shop ?? '',
      shop_reason: click.shopReason ?? '',
      video: click.video ?? '',
      ...(click.utmCampaign !== undefined && { utm_campaign: click.utmCampaign }),
      ...(click.utmTerm !== undefined && { utm_term: click.utmTerm }),
      ...(click.utmContent !== undefined && { utm_content: click.utmContent }),
      ...(click.host !== undefined && { host: click.host }),
      ...(click.aliasId !== undefined && { alias_id: click.aliasId }),
      ...(click.productId !== undefined && { product_id: click.productId, page: click.page ?? 'store' }),
    })),
    token: `${ctx.project.id}:${token}`,
  })
}

export interface PageViewValues {
  at: string | number | Date
  /** The product whose page was viewed. If undefined, the store's main page was viewed. */
  productId?: string
  visitor?: number
  isBot?: boolean
  country?: string
  device?: string
}

/** Inserts page views as the shipper does. */
export async function recordViews(
  { clickhouse, ids }: Deps,
  ctx: ProjectContext,
  views: PageViewValues[],
  token: string = randomUUID(),
): Promise<void> {
  const storeId = ids.next()
  await insertAsShipper(clickhouse, {
    table: 'page_views',
    format: 'JSONEachRow',
    values: views.map(({ at, productId, visitor = 1, isBot = false, country = '', device = '' }) => ({
      id: ids.next(),
      at: new Date(at).getTime(),
      organization_id: ctx.organization.id,
      project_id: ctx.project.id,
      store_id: storeId,
      page: productId === undefined ? 'store' : 'product',
      ...(productId !== undefined && { product_id: productId }),
      visitor: String(visitor),
      is_bot: isBot,
      reason: isBot ? 'bot' : '',
      country,
      device,
    })),
    token: `${ctx.project.id}:${token}`,
  })
}
