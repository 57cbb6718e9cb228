import { type StoreId, storeHandle } from '@linkshelf/contract'
import { fail, read, type UserContext } from '../access/index.ts'
import { selectStoreHandle } from './store-table.ts'

/** Throws STORE_NAME_TAKEN when another store has the name, in any organization. */
export async function checkStoreName(
  ctx: UserContext,
  { storeId, name }: { storeId: StoreId; name: string },
): Promise<{ available: true }> {
  const taken = await read(ctx, (tx) => selectStoreHandle(tx, storeHandle(name)))
  if (taken !== undefined && taken.store_id !== storeId) fail('STORE_NAME_TAKEN')
  return { available: true }
}
