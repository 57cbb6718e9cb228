import type { ProductId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'

/** Where the links of these products lead, for those that exist. */
export async function selectTargetsByProduct(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, string[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: ProductId; targets: string[] }>`
    select products.id, array_remove(array(
        select (select target from links where links.id = link_id and deleted_at is null) from product_links where product_id = products.id
      ), null) as targets
    from products where project_id = ${projectId} and id = any (${productIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.targets]))
}
