// Every statement on `social_pictures`, which are of stores, `product_pictures` and `category_pictures`, but those of
// edges.
import type { CategoryId, OrganizationId, ProductId, StoreId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    social_pictures: { store_id: StoreId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
    category_pictures: { category_id: CategoryId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
    product_pictures: { product_id: ProductId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
  }
}

/** The thing that a picture shows. */
export type PictureSubject = { kind: 'store'; id: StoreId } | { kind: 'product'; id: ProductId } | { kind: 'category'; id: CategoryId }

const tables = {
  store: { table: sql.table('social_pictures'), id: sql.ref('store_id') },
  category: { table: sql.table('category_pictures'), id: sql.ref('category_id') },
  product: { table: sql.table('product_pictures'), id: sql.ref('product_id') },
}

export async function selectPicture(tx: Tx, subject: PictureSubject): Promise<string | undefined> {
  const { table, id } = tables[subject.kind]
  const { rows } = await sql<{ digest: string }>`select digest from ${table} where ${id} = ${subject.id}`.execute(tx)
  return rows[0]?.digest
}

export async function upsertPicture(
  tx: Tx,
  organizationId: OrganizationId,
  subject: PictureSubject,
  { digest, format }: { digest: string; format: 'png' | 'jpg' },
): Promise<void> {
  const { table, id } = tables[subject.kind]
  await sql`
    insert into ${table} (${id}, organization_id, digest, format) values (${subject.id}, ${organizationId}, ${digest}, ${format})
    on conflict (${id}) do update set digest = excluded.digest, format = excluded.format`.execute(tx)
}

export async function deletePicture(tx: Tx, subject: PictureSubject): Promise<void> {
  const { table, id } = tables[subject.kind]
  await sql`delete from ${table} where ${id} = ${subject.id}`.execute(tx)
}

/** The uploads that are pictures of the organization's stores, products and categories. */
export async function listSocialPictures(tx: Tx): Promise<string[]> {
  const ofStores = tx.selectFrom('social_pictures').select('digest')
  const ofProducts = tx.selectFrom('product_pictures').select('digest')
  const ofCategories = tx.selectFrom('category_pictures').select('digest')
  const rows = await ofStores.union(ofProducts).union(ofCategories).execute()
  return rows.map(({ digest }) => digest)
}
