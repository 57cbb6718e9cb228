import { type OrganizationId, type StoreId, storeHandle } from '@linkshelf/contract'
import { fail, read, type UserContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectStoreHandle } from './store-table.ts'

/**
 * Throws STORE_NAME_TAKEN when another store has the name, in any organization, or a deleted one of an organization
 * that the user does not belong to.
 */
export async function checkStoreName(
  ctx: UserContext,
  { storeId, name }: { storeId: StoreId; name: string },
): Promise<{ available: true }> {
  const isTaken = await read(ctx, async (tx) => {
    const found = await selectStoreHandle(tx, storeHandle(name))
    if (found === undefined || found.store_id === storeId) return false
    return found.store_id !== null || !(await isVisible(tx, found.organization_id))
  })
  if (isTaken) fail('STORE_NAME_TAKEN')
  return { available: true }
}

/** Whether the actor of the transaction belongs to the organization. */
async function isVisible(tx: Tx, id: OrganizationId): Promise<boolean> {
  return (await tx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
