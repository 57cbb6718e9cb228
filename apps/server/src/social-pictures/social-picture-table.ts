// Every statement on `social_pictures`, but the one of edges.
import type { OrganizationId, StoreId } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    social_pictures: { store_id: StoreId; organization_id: OrganizationId; digest: string }
  }
}

export async function selectSocialPicture(tx: Tx, storeId: StoreId): Promise<string | undefined> {
  const row = await tx.selectFrom('social_pictures').select('digest').where('store_id', '=', storeId).executeTakeFirst()
  return row?.digest
}

export async function upsertSocialPicture(tx: Tx, organizationId: OrganizationId, storeId: StoreId, digest: string): Promise<void> {
  await tx
    .insertInto('social_pictures')
    .values({ store_id: storeId, organization_id: organizationId, digest })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ digest }))
    .execute()
}

export async function deleteSocialPicture(tx: Tx, storeId: StoreId): Promise<void> {
  await tx.deleteFrom('social_pictures').where('store_id', '=', storeId).execute()
}

/** The uploads that are pictures of the organization's stores. */
export async function listSocialPictures(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('social_pictures').select('digest').execute()
  return rows.map(({ digest }) => digest)
}
