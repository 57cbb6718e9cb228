import type { AuditAction, ProductId } from '@linkshelf/contract'
import { selectAuditedIds, selectProductIdsInEntries } from '../../access/index.ts'
import type { ImportedThings } from '../../file-imports/index.ts'
import { deleteLockedProducts } from '../bulk/bulk-change-products.ts'
import { lockProductsForUpdate } from '../bulk/bulk-product-table.ts'
import { selectProductNames } from '../product-table.ts'

/** Whether entries of an action mean that somebody changed the products that they are about. */
const isChange: Record<Extract<AuditAction, `product.${string}`>, boolean> = {
  'product.update': true,
  'product.bulk_update': true,
  'product.move': true,
  'product.link_url': true,
  'product.unlink_url': true,
  'product.create_url': true,
  'product.create': false,
  'product.delete': false,
  'product.bulk_delete': false,
  'product.restore': false,
  'product.erase': false,
  'product.suggest': false,
  'product.draw_picture': false,
}

const changes: readonly AuditAction[] = [
  ...(Object.keys(isChange) as (keyof typeof isChange)[]).filter((action) => isChange[action]),
  'qr_code.update',
]

/** The products that an import created. */
export const importedProducts: ImportedThings = {
  kind: 'product',

  async examine(tx, { organization, project }, given, { isLocking }) {
    if (given.length === 0) return []
    const products = await (isLocking ? lockProductsForUpdate : selectProductNames)(tx, project.id, given as readonly ProductId[])
    const ids = products.map(({ id }) => id)
    const changed = await selectAuditedIds(tx, organization.id, { ids, actions: changes })
    const others = await selectProductIdsInEntries(tx, organization.id, project.id)
    return products.map(({ id, name }) => ({ id, name, reason: changed.has(id) || others.has(id) ? 'changed' : undefined }))
  },

  async delete(tx, ctx, ids, change) {
    await deleteLockedProducts(tx, ctx, ids as readonly ProductId[], change)
  },
}
