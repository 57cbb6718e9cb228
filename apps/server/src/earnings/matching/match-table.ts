// Statements on the `earnings` columns that store which click or link a sale came through.
import type { EarningId, EarningMethod, LinkId, ProductId, ProjectId, UnmatchedReason } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { SoldItem } from './link-candidates.ts'

export interface UnmatchedEarning extends SoldItem {
  sub_id: string | null
  /** True if an earlier release found no link for the sale. Earlier releases stored no reason. */
  was_matched: boolean
}

/** A sale that has neither a link nor a reason. */
const isUnmatched = sql`is_current and method is null and unmatched_reason is null`

/** Selects sales in the order of their ids, after the given id. Relies on earnings_unmatched_idx. */
export async function selectUnmatched(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: EarningId | undefined; limit: number },
): Promise<UnmatchedEarning[]> {
  const { rows } = await sql<UnmatchedEarning>`
    select id, retailer, item_id, tracking_id, sub_id, occurred_on::text, occurred_at, is_day_of_shipment, matched_at is not null as was_matched
    from earnings where project_id = ${projectId} and ${isUnmatched} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** The link and click that a sale is assigned to. If no link matches, `method` is null and there is a reason. */
export interface Match {
  id: EarningId
  method: EarningMethod | null
  unmatched_reason: UnmatchedReason | null
  link_id: LinkId | null
  product_id: ProductId | null
  country: string | null
  source: string | null
  referrer: string | null
  shop: string | null
  shop_reason: string | null
  utm_campaign: string | null
  video: string | null
}

/**
 * Stores the matches of sales that have not been matched in the meantime. Returns, for each updated sale, its method
 * and the transaction number that its network sent.
 */
export async function updateMatches(
  tx: Tx,
  projectId: ProjectId,
  matches: readonly Match[],
  now: Date,
): Promise<(Pick<Match, 'method'> & { number: string | null })[]> {
  const { rows } = await sql<Pick<Match, 'method'> & { number: string | null }>`
    update earnings set matched_at = ${now}, method = given.method, unmatched_reason = given.unmatched_reason, link_id = given.link_id, product_id = given.product_id, country = given.country,
      source = given.source, referrer = given.referrer, shop = given.shop, shop_reason = given.shop_reason,
      utm_campaign = given.utm_campaign, video = given.video
    from json_to_recordset(${JSON.stringify(matches)}::json)
      as given (id uuid, method text, unmatched_reason text, link_id uuid, product_id uuid, country text, source text, referrer text, shop text, shop_reason text,
        utm_campaign text, video text)
    where earnings.id = given.id and earnings.project_id = ${projectId} and earnings.method is null and earnings.unmatched_reason is null
    returning earnings.method, substring(transaction_key from '^postback:(?:.*:)?(.*)$') as number`.execute(tx)
  return rows
}
