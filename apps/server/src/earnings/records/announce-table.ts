// The statements on `earnings` that select and mark the new sales for emails.
import type { EarningsRetailer, OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

/**
 * Sales that no email has announced yet. Orders that are not shipped and reversed sales are excluded, because they earn
 * nothing.
 */
const isNew = sql`is_current and announced_at is null and kind <> 'order' and status <> 'reversed'`

/**
 * Selects organizations that have new sales and have received no email about sales since `quietSince`. `db` must use
 * the database account of the jobs process. Relies on earnings_unannounced_idx.
 */
export async function selectOrganizationsWithNewSales(db: Db, quietSince: Date): Promise<OrganizationId[]> {
  const { rows } = await sql<{ organization_id: OrganizationId }>`
    select distinct organization_id from earnings as unannounced
    where ${isNew} and not exists (
      select from earnings as announced where announced.organization_id = unannounced.organization_id and announced.announced_at > ${quietSince})`.execute(
    db,
  )
  return rows.map((row) => row.organization_id)
}

/**
 * Marks the organization's new sales as announced, and returns their number. Also marks the versions of these sales
 * from other imports. Otherwise, undoing an import could announce a sale again.
 */
export async function markSalesAnnounced(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  const { rows } = await sql<{ is_current: boolean }>`
    update earnings set announced_at = ${now}
    where organization_id = ${organizationId} and announced_at is null and (project_id, transaction_key) in (
      select project_id, transaction_key from earnings where organization_id = ${organizationId} and ${isNew})
    returning is_current`.execute(tx)
  return rows.filter((row) => row.is_current).length
}

export interface AnnouncedSale {
  currency: string
  amount: number
  retailer: EarningsRetailer
  network: string | null
  item_name: string | null
  project: string
}

/**
 * Returns the current sales that were marked as announced at that time: their number, their totals by currency, and the
 * largest sales.
 */
export async function selectAnnouncedSales(
  tx: Tx,
  organizationId: OrganizationId,
  announcedAt: Date,
  limit: number,
): Promise<{ count: number; totals: { currency: string; earned: number }[]; sales: AnnouncedSale[] }> {
  const announced = sql`organization_id = ${organizationId} and announced_at = ${announcedAt} and is_current and kind <> 'order' and status <> 'reversed'`
  const { rows: totals } = await sql<{ currency: string; earned: number; count: number }>`
    select currency, sum(amount)::int8 as earned, count(*) as count from earnings where ${announced} group by currency order by earned desc`.execute(
    tx,
  )
  const { rows: sales } = await sql<AnnouncedSale>`
    select currency, amount, retailer, network, item_name, (select name from projects where projects.id = project_id) as project
    from earnings where ${announced} order by amount desc, id limit ${limit}`.execute(tx)
  return { count: totals.reduce((sum, { count }) => sum + count, 0), totals: totals.map(({ count, ...total }) => total), sales }
}
