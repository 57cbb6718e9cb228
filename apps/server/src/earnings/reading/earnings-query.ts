// Sums of transactions. All earnings numbers on all screens come from these statements.
import { type EarningsBreakdownKind, estimatedConditions, type LinkId, type ProductId, type ProjectId } from '@linkshelf/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Conditions } from '../../analytics/index.ts'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

/**
 * A range of days, including `from` and `to`. If a report has times, a sale's day is computed in the time zone.
 * Otherwise it is the day in the report.
 */
export interface EarningDays {
  from: string
  to: string
  timeZone: string
}

export type EarningScope = { linkId: LinkId } | { productId: ProductId } | 'store' | 'project'

/**
 * Conditions on sales. `properties` are properties of the click that a sale is joined to. A sale without a click can
 * match only a condition on its campaign or video, and only if its link is estimated.
 */
export interface SaleFilter {
  days: EarningDays
  conditions: Conditions
}

/** Amounts in minor units of one currency. */
export interface EarningSums {
  currency: string
  earned: number
  pending: number
  approved: number
  reversed: number
  sales: number
  conversions: number
  ordered_items: number
  by_click: number
  by_estimate: number
  by_product: number
}

const sums = sql`
  sum(amount)::int8 as earned,
  coalesce(sum(amount) filter (where status = 'pending'), 0)::int8 as pending,
  coalesce(sum(amount) filter (where status <> 'pending'), 0)::int8 as approved,
  sum(reversed_amount)::int8 as reversed,
  coalesce(sum(sale_amount) filter (where kind <> 'order' and (status <> 'reversed' or amount <> 0)), 0)::int8 as sales,
  count(*) filter (where kind <> 'order' and status <> 'reversed') as conversions,
  coalesce(sum(quantity - fulfilled_quantity) filter (where kind = 'order'), 0)::int8 as ordered_items,
  coalesce(sum(amount) filter (where method = 'click'), 0)::int8 as by_click,
  coalesce(sum(amount) filter (where method = 'estimate'), 0)::int8 as by_estimate,
  coalesce(sum(amount) filter (where method = 'product'), 0)::int8 as by_product`

export interface DailySums extends EarningSums {
  date: string
}

/** Returns the sums by currency and day. Days without transactions are omitted. */
export async function selectDailySums(
  tx: Tx,
  projectId: ProjectId,
  scope: EarningScope,
  { days, conditions }: SaleFilter,
): Promise<DailySums[]> {
  const { rows } = await sql<DailySums>`
    select currency, ${toLocalDay(days)}::text as date, ${sums} from earnings
    where ${matchDays(projectId, days)} and ${matchScope(scope)} and ${matchConditions(conditions)} group by 1, 2`.execute(tx)
  return rows
}

/** Returns the day of the project's first transaction. */
export async function selectFirstDay(tx: Tx, projectId: ProjectId, timeZone: string): Promise<string | undefined> {
  const { rows } = await sql<{ first: string | null }>`
    select min(${toLocalDay({ timeZone })})::text as first from earnings where project_id = ${projectId} and is_current`.execute(tx)
  return rows[0]?.first ?? undefined
}

/**
 * Matches a click id at the end of a sub-id. Linkshelf appends the click id to the owner's own sub-id. Breakdowns
 * remove it, because otherwise every click would have a row of its own.
 */
const clickIdAtEnd = '(^|-)[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$'

/** Sales from archives of earlier versions have no source. For these sales, the referring host is used. */
const sourceOfSale = sql`coalesce(source, referrer)`

/** The expression that a breakdown groups by. Null if the sale belongs to no row of the breakdown. */
const groups: Record<EarningsBreakdownKind, RawBuilder<unknown>> = {
  link: sql`link_id::text`,
  product: sql`product_id::text`,
  retailer: sql`case when retailer = 'other' then coalesce(network, retailer) else retailer end`,
  tag: sql`tracking_id`,
  directness: sql`case when is_direct then 'direct' when not is_direct then 'indirect' end`,
  sub_id: sql`nullif(regexp_replace(sub_id, ${clickIdAtEnd}, '', 'i'), '')`,
  country: sql`case when method = 'click' then country end`,
  source: sql`case when method = 'click' then ${sourceOfSale} end`,
  utm_campaign: sql`utm_campaign`,
  shop: sql`case when method = 'click' then shop end`,
  shop_reason: sql`case when method = 'click' then shop_reason end`,
  video: sql`video`,
}

/**
 * Returns the sums by row and currency, with the highest earnings first. `id` is null for transactions that belong to
 * no row of the breakdown.
 */
export async function selectSumsBy(
  tx: Tx,
  projectId: ProjectId,
  by: EarningsBreakdownKind,
  { days, conditions }: SaleFilter,
): Promise<(EarningSums & { id: string | null })[]> {
  const { rows } = await sql<EarningSums & { id: string | null }>`
    select ${groups[by]} as id, currency, ${sums} from earnings
    where ${matchDays(projectId, days)} and kind <> 'order' and ${matchConditions(conditions)} group by 1, 2 order by earned desc, id, currency`.execute(
    tx,
  )
  return rows
}

interface DailyEarned {
  id: string
  currency: string
  date: string
  earned: number
}

/** Returns what the given rows of a breakdown earned on each day. Days without sales are omitted. */
export async function selectDailyEarnedBy(
  tx: Tx,
  projectId: ProjectId,
  { by, ids }: { by: EarningsBreakdownKind; ids: readonly string[] },
  { days, conditions }: SaleFilter,
): Promise<DailyEarned[]> {
  const { rows } = await sql<DailyEarned>`
    select ${groups[by]} as id, currency, ${toLocalDay(days)}::text as date, sum(amount)::int8 as earned from earnings
    where ${matchDays(projectId, days)} and kind <> 'order' and ${groups[by]} = any(${ids}::text[]) and ${matchConditions(conditions)}
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Returns the sums of the given links by currency and day. Relies on earnings_link_id_idx. */
export async function selectDailySumsOfLinks(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
  days: EarningDays,
): Promise<(DailySums & { link_id: LinkId })[]> {
  const { rows } = await sql<DailySums & { link_id: LinkId }>`
    select link_id, currency, ${toLocalDay(days)}::text as date, ${sums} from earnings
    where ${matchDays(projectId, days)} and link_id = any(${linkIds}::uuid[]) and kind <> 'order'
    group by 1, 2, 3`.execute(tx)
  return rows
}

export interface SaleRow
  extends Pick<
    Selectable<Tables['earnings']>,
    | 'id'
    | 'retailer'
    | 'network'
    | 'kind'
    | 'status'
    | 'is_direct'
    | 'item_id'
    | 'item_name'
    | 'tracking_id'
    | 'sub_id'
    | 'quantity'
    | 'fulfilled_quantity'
    | 'currency'
    | 'amount'
    | 'reversed_amount'
    | 'sale_amount'
    | 'method'
    | 'link_id'
    | 'unmatched_reason'
  > {
  date: string
}

export type SalePosition = Pick<SaleRow, 'date' | 'id'>

const selectSaleColumns = (days: EarningDays) => sql`
  select id, ${toLocalDay(days)}::text as date, retailer, network, kind, status, is_direct, item_id, item_name, tracking_id, sub_id, quantity,
    fulfilled_quantity, currency, amount, reversed_amount, sale_amount, method, link_id, unmatched_reason
  from earnings`

/** Selects transactions in the order of their day and id, after the given transaction. */
export async function selectSales(
  tx: Tx,
  projectId: ProjectId,
  { days, conditions }: SaleFilter,
  { after, limit }: { after: SalePosition | undefined; limit: number },
): Promise<SaleRow[]> {
  const isAfter = after === undefined ? sql`true` : sql`(${toLocalDay(days)}, id) > (${after.date}::date, ${after.id}::uuid)`
  const { rows } = await sql<SaleRow>`
    ${selectSaleColumns(days)} where ${matchDays(projectId, days)} and ${matchConditions(conditions)} and ${isAfter}
    order by ${toLocalDay(days)}, id limit ${limit}`.execute(tx)
  return rows
}

/** Selects sales and bounties without a link, latest first, before the given transaction. */
export async function selectUnmatchedSales(
  tx: Tx,
  projectId: ProjectId,
  { days, conditions }: SaleFilter,
  { before, limit }: { before: SalePosition | undefined; limit: number },
): Promise<SaleRow[]> {
  const isBefore = before === undefined ? sql`true` : sql`(${toLocalDay(days)}, id) < (${before.date}::date, ${before.id}::uuid)`
  const { rows } = await sql<SaleRow>`
    ${selectSaleColumns(days)} where ${matchDays(projectId, days)} and ${matchConditions(conditions)} and ${isBefore}
      and kind <> 'order' and method is null
    order by ${toLocalDay(days)} desc, id desc limit ${limit}`.execute(tx)
  return rows
}

/**
 * Returns a condition that selects the current transactions in these days. Relies on earnings_occurred_on_idx. The
 * local day can differ from the retailer's day by one, so the conditions on `occurred_on` select more days than
 * necessary, two at each end. The conditions on the local day then exclude the others.
 */
function matchDays(projectId: ProjectId, days: EarningDays): RawBuilder<unknown> {
  return sql`project_id = ${projectId} and is_current and occurred_on >= ${days.from}::date - 2 and occurred_on <= ${days.to}::date + 2
    and ${toLocalDay(days)} >= ${days.from}::date and ${toLocalDay(days)} <= ${days.to}::date`
}

function toLocalDay({ timeZone }: Pick<EarningDays, 'timeZone'>): RawBuilder<unknown> {
  return sql`case when occurred_at is null then occurred_on else (occurred_at at time zone ${timeZone}::text)::date end`
}

function matchScope(scope: EarningScope): RawBuilder<unknown> {
  if (scope === 'project') return sql`true`
  if (scope === 'store') return sql`product_id is not null`
  return 'linkId' in scope ? sql`link_id = ${scope.linkId}` : sql`product_id = ${scope.productId}`
}

/** Returns an SQL condition. A property's name is also the name of its column in `earnings`. */
function matchConditions({ properties, linkIds }: Conditions): RawBuilder<unknown> {
  const ofLinks = linkIds === undefined ? sql`true` : sql`link_id = any(${linkIds}::uuid[])`
  const ofClick = properties.map(
    ([kind, value]) =>
      sql`${estimatedConditions.some((name) => name === kind) ? sql`true` : sql`method = 'click'`} and ${kind === 'source' ? sourceOfSale : sql.ref(kind)} = ${value}`,
  )
  return sql.join([ofLinks, ...ofClick], sql` and `)
}
