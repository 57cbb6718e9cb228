import type { ProductId, ProjectId, Schedule } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ScheduleColumns, toSchedule } from '../../stores/index.ts'

/** The state of a product that decides whether a row may update it. */
export interface UpdatedProduct extends Schedule {
  /** The destinations of its links. */
  targets: string[]
}

/** Returns the given products that exist, by id. */
export async function selectUpdatedProducts(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, UpdatedProduct>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<ScheduleColumns & { id: ProductId; targets: string[] }>`
    select products.id, show_from, show_until, array_remove(array(
        select (select target from links where links.id = link_id and deleted_at is null) from product_links where product_id = products.id
      ), null) as targets
    from products where project_id = ${projectId} and id = any (${productIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { targets: row.targets, ...toSchedule(row) }]))
}
