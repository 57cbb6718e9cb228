// Contains the statements on `social_pictures` (pictures of stores), `product_pictures` and `category_pictures`, and
// the statements that find and delete replaced pictures in `uploads`. Edges read the three tables elsewhere: in
// `find-store.ts` and `media-files.ts`.
import type { CategoryId, OrganizationId, ProductId, StoreId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    social_pictures: { store_id: StoreId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
    category_pictures: { category_id: CategoryId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
    product_pictures: { product_id: ProductId; organization_id: OrganizationId; digest: string; format: Generated<'png' | 'jpg'> }
  }
}

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

/**
 * True if the upload is the current picture of a store, product or category. Relies on the index on `digest` of each
 * table.
 */
const isCurrent = sql<boolean>`(
  exists (select from social_pictures where social_pictures.digest = uploads.digest)
  or exists (select from product_pictures where product_pictures.digest = uploads.digest)
  or exists (select from category_pictures where category_pictures.digest = uploads.digest)
)`

/**
 * Deletes drawings of the organization that were replaced before an instant. Also deletes the oldest replaced drawings
 * until the remaining replaced drawings have no more bytes in total than the current drawings. Returns how many
 * drawings were deleted.
 */
export async function deleteReplacedDrawings(tx: Tx, organizationId: OrganizationId, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with drawings as (
      select digest, used_at, stored_bytes, ${isCurrent} as is_current
      from uploads where organization_id = ${organizationId} and purpose = 'social'
    ), replaced as (
      select digest, used_at, sum(stored_bytes) over (order by used_at desc, digest) as bytes from drawings where not is_current
    )
    delete from uploads using replaced
    where uploads.digest = replaced.digest and (
      replaced.used_at < ${before}
      or replaced.bytes > (select coalesce(sum(stored_bytes), 0) from drawings where is_current)
    )`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Returns the organizations with drawings that were replaced before an instant. `db` uses the database role of jobs,
 * which may read the uploads of every organization.
 */
export async function selectOrganizationsWithReplacedDrawings(db: Db, before: Date): Promise<OrganizationId[]> {
  const drawings = db.selectFrom('uploads').select('organization_id').where('purpose', '=', 'social').where('used_at', '<', before)
  const rows = await drawings.where(sql<boolean>`not ${isCurrent}`).distinct().execute()
  return rows.map(({ organization_id }) => organization_id)
}
