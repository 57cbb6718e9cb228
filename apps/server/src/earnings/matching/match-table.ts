// Statements on the `earnings` columns that store which click or link a sale came through.
import type { EarningId, EarningMethod, EarningsRetailer, LinkId, ProductId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'

export interface UnmatchedEarning {
  id: EarningId
  retailer: EarningsRetailer
  item_id: string | null
  tracking_id: string | null
  sub_id: string | null
  occurred_on: string
  is_day_of_shipment: boolean
}

/** Selects sales in the order of their ids, after the given id. Relies on earnings_unmatched_idx. */
export async function selectUnmatched(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: EarningId | undefined; limit: number },
): Promise<UnmatchedEarning[]> {
  const { rows } = await sql<UnmatchedEarning>`
    select id, retailer, item_id, tracking_id, sub_id, occurred_on::text, is_day_of_shipment from earnings
    where project_id = ${projectId} and is_current and matched_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** The link and click that a sale is assigned to. `method` is null if no link matches the sale. */
export interface Match {
  id: EarningId
  method: EarningMethod | null
  link_id: LinkId | null
  product_id: ProductId | null
  country: string | null
  source: string | null
  referrer: string | null
  shop: string | null
  shop_reason: string | null
}

/**
 * Stores the matches of sales that have not been matched in the meantime. Returns, for each updated sale, the
 * transaction number that its network sent.
 */
export async function updateMatches(
  tx: Tx,
  projectId: ProjectId,
  matches: readonly Match[],
  now: Date,
): Promise<{ number: string | null }[]> {
  const { rows } = await sql<{ number: string | null }>`
    update earnings set matched_at = ${now}, method = given.method, link_id = given.link_id, product_id = given.product_id, country = given.country,
      source = given.source, referrer = given.referrer, shop = given.shop, shop_reason = given.shop_reason
    from json_to_recordset(${JSON.stringify(matches)}::json)
      as given (id uuid, method text, link_id uuid, product_id uuid, country text, source text, referrer text, shop text, shop_reason text)
    where earnings.id = given.id and earnings.project_id = ${projectId} and earnings.matched_at is null
    returning substring(transaction_key from '^postback:(?:.*:)?(.*)$') as number`.execute(tx)
  return rows
}
