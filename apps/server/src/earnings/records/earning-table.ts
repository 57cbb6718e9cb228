// Statements that store and delete the transactions of imports in `earnings`, and choose each transaction's current
// version.
import type {
  EarningId,
  EarningKind,
  EarningMethod,
  EarningStatus,
  EarningsRetailer,
  FileImportId,
  LinkId,
  OrganizationId,
  ProductId,
  ProjectId,
  UnmatchedReason,
} from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { Transaction } from '../reports/transaction.ts'
import { toImportedProductCondition, toProductCondition, updateFulfilledOrders } from './order-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    earnings: {
      id: EarningId
      organization_id: OrganizationId
      project_id: ProjectId
      import_id: FileImportId | null
      transaction_key: string
      is_current: boolean
      version_at: Date
      recorded_at: Date
      retailer: EarningsRetailer
      kind: EarningKind
      status: EarningStatus
      currency: string
      amount: number
      reversed_amount: number
      sale_amount: number
      quantity: number
      shipped_quantity: Generated<number>
      fulfilled_quantity: Generated<number>
      occurred_on: string
      occurred_at: Date | null
      is_day_of_shipment: boolean
      item_id: string | null
      item_name: string | null
      tracking_id: string | null
      sub_id: string | null
      is_direct: Generated<boolean | null>
      network: string | null
      matched_at: Date | null
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
      announced_at: Date | null
    }
  }
}

/**
 * Locks the project's transactions until the database transaction ends. If two imports run at once, one waits for the
 * other.
 */
export async function lockEarningsForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`earnings:${projectId}`}, 0))`.execute(tx)
}

/** Returns how many of these transactions are already stored. Relies on earnings_current_idx. */
export async function countKnownTransactions(tx: Tx, projectId: ProjectId, keys: readonly string[]): Promise<number> {
  const row = await tx
    .selectFrom('earnings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('is_current', '=', true)
    .where('transaction_key', '=', sql<string>`any(${keys}::text[])`)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface Recording {
  importId: FileImportId
  /**
   * The time of the upload. If two imports contain a transaction and neither has its time of change, the later upload's
   * version is used.
   */
  recordedAt: Date
}

/**
 * Stores the import's version of each transaction. If it is called again, it stores nothing twice. If another import
 * already stored a transaction, the new version inherits the click that the transaction was joined to, and the sale is
 * not announced again. The caller has locked the earnings.
 */
export async function insertTransactions(
  tx: Tx,
  ids: Ids,
  { organization, project }: ProjectContext,
  { importId, recordedAt }: Recording,
  transactions: readonly Transaction[],
): Promise<void> {
  if (transactions.length === 0) return
  const rows = transactions.map((transaction) => ({ id: ids.next(), ...transaction }))
  await sql`insert into earnings (id, organization_id, project_id, import_id, transaction_key, is_current, version_at, recorded_at, retailer, kind, status,
      currency, amount, reversed_amount, sale_amount, quantity, shipped_quantity, occurred_on, occurred_at, is_day_of_shipment, item_id, item_name,
      tracking_id, sub_id, is_direct, matched_at, method, link_id, product_id, country, source, referrer, shop, shop_reason, utm_campaign, video,
      announced_at)
    select given.id, ${organization.id}, ${project.id}, ${importId}, given.key, false, coalesce(given."versionAt", 'epoch'), ${recordedAt}, given.retailer,
      given.kind, given.status, given.currency, given.amount, given."reversedAmount", given."saleAmount", given.quantity, given."shippedQuantity", given."occurredOn",
      given."occurredAt", given."isDayOfShipment", given."itemId", given."itemName", given."trackingId", given."subId", given."isDirect",
      joined.matched_at, joined.method, joined.link_id, joined.product_id, joined.country, joined.source, joined.referrer, joined.shop, joined.shop_reason,
      joined.utm_campaign, joined.video, known.announced_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, key text, retailer text, kind text, status text, currency text, amount bigint,
      "reversedAmount" bigint, "saleAmount" bigint, quantity integer, "shippedQuantity" integer, "occurredOn" date, "occurredAt" timestamptz,
      "versionAt" timestamptz, "isDayOfShipment" boolean, "itemId" text, "itemName" text, "trackingId" text, "subId" text, "isDirect" boolean)
    left join earnings as known on known.project_id = ${project.id} and known.transaction_key = given.key and known.is_current
    left join earnings as joined on joined.id = known.id and joined.method = 'click'
    on conflict do nothing`.execute(tx)
  await chooseCurrent(tx, project.id, sql`transaction_key = any(${transactions.map(({ key }) => key)}::text[])`)
  await updateFulfilledOrders(tx, project.id, toProductCondition(transactions))
}

/** Updates how many items of an archive's orders were shipped, after the archive's rows were inserted. */
export async function updateArchivedOrders(tx: Tx, projectId: ProjectId, itemIds: readonly unknown[]): Promise<void> {
  await lockEarningsForUpdate(tx, projectId)
  await updateFulfilledOrders(tx, projectId, sql`item_id = any(${[...new Set(itemIds)]}::text[])`)
}

/**
 * Removes an import's version of its transactions. If another import has a version of a transaction, that version
 * becomes current. The caller has locked the earnings.
 */
export async function deleteTransactionsOfImport(tx: Tx, projectId: ProjectId, importId: FileImportId): Promise<void> {
  await sql`update earnings set is_current = false where project_id = ${projectId} and import_id = ${importId} and is_current`.execute(tx)
  await chooseCurrent(
    tx,
    projectId,
    sql`import_id is distinct from ${importId}
      and transaction_key in (select transaction_key from earnings where project_id = ${projectId} and import_id = ${importId})`,
  )
  await updateFulfilledOrders(tx, projectId, toImportedProductCondition(projectId, importId))
  await sql`delete from earnings where project_id = ${projectId} and import_id = ${importId}`.execute(tx)
}

/**
 * Makes the latest version of each transaction the current one. Uses two statements, so that a transaction never has
 * two current versions.
 */
async function chooseCurrent(tx: Tx, projectId: ProjectId, condition: ReturnType<typeof sql>): Promise<void> {
  const ranked = sql`select id, row_number() over (partition by transaction_key order by version_at desc, recorded_at desc, id desc) = 1 as is_latest
    from earnings where project_id = ${projectId} and ${condition}`
  await sql`update earnings set is_current = false from (${ranked}) as ranked
    where earnings.id = ranked.id and earnings.is_current and not ranked.is_latest`.execute(tx)
  await sql`update earnings set is_current = true from (${ranked}) as ranked
    where earnings.id = ranked.id and not earnings.is_current and ranked.is_latest`.execute(tx)
}
