import type { FileImportId, ProjectId } from '@linkshelf/contract'
import { isRetailer, retailers } from '@linkshelf/retailers'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { Transaction } from '../reports/transaction.ts'

/**
 * Orders and sales are matched by product and tag, because the reports that list orders separately have no order
 * numbers.
 */
const product = sql`partition by item_id, tracking_id`
/**
 * Sorts the orders and sales of a product. An item can be ordered and shipped on the same day, so orders come before
 * sales.
 */
const inOrder = sql`order by occurred_on, kind = 'sale', id`

/**
 * Returns an SQL condition for the products in these transactions. Omits products of retailers that do not report
 * orders and sales separately.
 */
export function toProductCondition(transactions: readonly Pick<Transaction, 'retailer' | 'itemId'>[]): RawBuilder<unknown> {
  const ordered = transactions.filter(({ retailer }) => isRetailer(retailer) && retailers[retailer].reportsOrdersSeparately)
  const itemIds = [...new Set(ordered.flatMap(({ itemId }) => itemId ?? []))]
  return sql`item_id = any(${itemIds}::text[])`
}

/** Returns an SQL condition for the products of an import. */
export function toImportedProductCondition(projectId: ProjectId, importId: FileImportId): RawBuilder<unknown> {
  return sql`item_id in (select item_id from earnings where project_id = ${projectId} and import_id = ${importId})`
}

/**
 * Computes how many items of each order have been shipped. Shipped items also appear in an earnings report, and should
 * count only once. The computation assumes that the oldest orders are shipped first, so the remaining items belong to
 * the newest orders. The result does not depend on the order in which reports are imported. If more items were shipped
 * up to a day than were ordered, the order of the surplus items was not imported, so the surplus does not reduce later
 * orders. The caller has locked the earnings. Relies on earnings_ordered_items_idx.
 */
export async function updateFulfilledOrders(tx: Tx, projectId: ProjectId, products: RawBuilder<unknown>): Promise<void> {
  const moving = sql`project_id = ${projectId} and is_current and (kind = 'order' or shipped_quantity > 0)`
  await sql`
    with moves as (
      select id, item_id, tracking_id, kind, occurred_on, case when kind = 'order' then greatest(quantity, 0) else -shipped_quantity end as items
      from earnings where ${moving} and item_id in (select item_id from earnings where ${moving} and kind = 'order' and ${products})
    ), balances as (
      select *, sum(items) over (${product} ${inOrder}) as balance from moves
    ), open_orders as (
      select id, kind, items,
        last_value(balance) over whole - least(0, min(balance) over whole) as open_items,
        coalesce(sum(items) filter (where kind = 'order') over later, 0) as later_items
      from balances
      window whole as (${product} ${inOrder} rows between unbounded preceding and unbounded following),
        later as (${product} ${inOrder} rows between 1 following and unbounded following)
    ), fulfilled as (
      select id, items - least(items, greatest(0, open_items - later_items)) as items from open_orders where kind = 'order' and items > 0
    )
    update earnings set fulfilled_quantity = fulfilled.items
    from fulfilled where fulfilled.id = earnings.id and earnings.fulfilled_quantity <> fulfilled.items`.execute(tx)
}
