// Every statement on `uploads` and `upload_files`, except the edges' statements and the statements on replaced
// drawings.
import {
  formatMediaFileName,
  listPictureSizes,
  type OrganizationId,
  type PictureLook,
  parseUploadAddress,
  type UploadPurpose,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql } from 'kysely'
import type { OrganizationContext } from '../access/index.ts'
import type { Db, Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    uploads: {
      digest: string
      organization_id: OrganizationId
      purpose: UploadPurpose | 'social' | 'fonts'
      width: number
      height: number
      stored_bytes: number
      focus_x: number | null
      focus_y: number | null
      is_cutout: boolean
      hue: number | null
      /**
       * Whether the look was found after the upload, because a store began to crop the picture. Stores that show whole
       * pictures ignore such a look.
       */
      has_late_look: Generated<boolean>
      source: Buffer | null
      created_at: Date
      used_at: Date
    }
    upload_files: {
      digest: string
      name: string
      organization_id: OrganizationId
      bytes: Buffer
    }
  }
}

const lookColumns = ['focus_x', 'focus_y', 'is_cutout', 'hue'] as const
const columns = ['digest', 'purpose', 'width', 'height', 'stored_bytes', ...lookColumns] as const

export type UploadRow = Pick<Selectable<Tables['uploads']>, (typeof columns)[number]>

/** The look of a product's picture, by which a store page crops or frames it. */
export type UploadLook = Pick<Selectable<Tables['uploads']>, (typeof lookColumns)[number]>

const noLook: UploadLook = { focus_x: null, focus_y: null, is_cutout: false, hue: null }

/** Returns the look as in the API; null until it is found. */
export function toPictureLook({ focus_x, focus_y, is_cutout: cutout, hue }: UploadLook): PictureLook | null {
  return focus_x === null || focus_y === null ? null : { focus: { x: focus_x / 100, y: focus_y / 100 }, cutout, hue }
}

export interface UploadFile {
  name: string
  bytes: Buffer
}

export async function selectUpload(tx: Tx, digest: string): Promise<UploadRow | undefined> {
  return tx.selectFrom('uploads').select(columns).where('digest', '=', digest).executeTakeFirst()
}

/**
 * Sets the upload's last use to now, because it was uploaded again or was used until now. Undefined if the upload does
 * not exist.
 */
export async function touchUpload(tx: Tx, { now }: OrganizationContext, digest: string): Promise<UploadRow | undefined> {
  return tx.updateTable('uploads').set({ used_at: now }).where('digest', '=', digest).returning(columns).executeTakeFirst()
}

/** Locks the organization's uploads until the transaction ends, so that no other transaction adds an upload. */
export async function lockUploadsForUpdate(tx: Tx, { organization }: OrganizationContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${organization.id}`}, 0))`.execute(tx)
}

export async function insertUpload(
  tx: Tx,
  { organization, now }: OrganizationContext,
  upload: Omit<UploadRow, 'stored_bytes' | keyof UploadLook> & {
    source: Buffer | null
    files: readonly UploadFile[]
    look?: UploadLook | undefined
  },
): Promise<UploadRow> {
  const { files, look = noLook, ...values } = upload
  const row = await tx
    .insertInto('uploads')
    .values({ ...values, ...look, organization_id: organization.id, stored_bytes: countBytes(files), created_at: now, used_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await insertFiles(tx, organization.id, values.digest, files)
  return row
}

async function insertFiles(tx: Tx, organizationId: OrganizationId, digest: string, files: readonly UploadFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file) => ({ ...file, digest, organization_id: organizationId }))
  await tx.insertInto('upload_files').values(rows).execute()
}

/**
 * Adds a file to copied fonts. The first file creates the upload. If the file is already stored or the upload is not
 * fonts, changes nothing.
 */
export async function addFontsFile(tx: Tx, ctx: OrganizationContext, digest: string, file: UploadFile): Promise<void> {
  const row = await selectUpload(tx, digest)
  if (row === undefined) {
    await insertUpload(tx, ctx, { digest, purpose: 'fonts', width: 0, height: 0, source: null, files: [file] })
    return
  }
  if (row.purpose !== 'fonts' || (await selectFile(tx, digest, file.name)) !== undefined) return
  await insertFiles(tx, ctx.organization.id, digest, [file])
  await tx
    .updateTable('uploads')
    .set((eb) => ({ stored_bytes: eb('stored_bytes', '+', file.bytes.length) }))
    .where('digest', '=', digest)
    .execute()
}

function countBytes(files: readonly UploadFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

/** Returns the uploaded bytes. Undefined if all files of the upload are created or the upload is deleted. */
export async function selectSource(tx: Tx, digest: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('uploads').select('source').where('digest', '=', digest).executeTakeFirst()
  return row?.source ?? undefined
}

/** Adds an upload's last files and deletes its source. Returns undefined if this was already done. */
export async function completeUpload(
  tx: Tx,
  { organization }: OrganizationContext,
  digest: string,
  files: readonly UploadFile[],
): Promise<UploadRow | undefined> {
  const row = await tx
    .updateTable('uploads')
    .set((eb) => ({ source: null, stored_bytes: eb('stored_bytes', '+', countBytes(files)) }))
    .where('digest', '=', digest)
    .where('source', 'is not', null)
    .returning(columns)
    .executeTakeFirst()
  if (row !== undefined) await insertFiles(tx, organization.id, digest, files)
  return row
}

/** Returns the largest file of a picture without a look. Undefined if the look is found or the picture is deleted. */
export async function selectPictureWithoutLook(tx: Tx, digest: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('uploads')
    .select(['width', 'height'])
    .where('digest', '=', digest)
    .where('purpose', '=', 'picture')
    .where('focus_x', 'is', null)
    .executeTakeFirst()
  return row && selectFile(tx, digest, formatMediaFileName(row, 'webp'))
}

/** Stores a look that was found late. Returns false if the picture already has a look or is deleted. */
export async function updateLateLook(tx: Tx, digest: string, look: UploadLook): Promise<boolean> {
  const values = { ...look, has_late_look: true }
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set(values)
    .where('digest', '=', digest)
    .where('focus_x', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the organizations that have uploads. `db` must use the database account of the jobs process, which may read
 * the uploads of every organization. Relies on uploads_organization_id_idx.
 */
export async function selectOrganizationsWithUploads(db: Db): Promise<OrganizationId[]> {
  const rows = await db.selectFrom('uploads').select('organization_id').distinct().execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Returns the digests of uploads that were last used before an instant and are not drawn pictures. */
export async function selectOldUploads(tx: Tx, organizationId: OrganizationId, before: Date): Promise<string[]> {
  const uploads = tx.selectFrom('uploads').select('digest').where('organization_id', '=', organizationId).where('purpose', '<>', 'social')
  return (await uploads.where('used_at', '<', before).execute()).map(({ digest }) => digest)
}

export async function deleteUploads(tx: Tx, digests: readonly string[]): Promise<void> {
  await tx.deleteFrom('uploads').where('digest', 'in', digests).execute()
}

async function selectFile(tx: Tx, digest: string, name: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('upload_files').select('bytes').where('digest', '=', digest).where('name', '=', name).executeTakeFirst()
  return row?.bytes
}

export interface ArchivedUpload extends Pick<UploadRow, 'digest' | 'purpose' | 'width' | 'height'> {
  created_at: string
  /** The largest file of a picture, or all files of fonts. */
  files: UploadFile[]
  /** The key that the query for the next page needs as `after`. */
  key: string[]
}

/** Returns the organization's uploads after a key, oldest first, without drawn pictures. */
export async function selectUploadPage(
  tx: Tx,
  { organization }: OrganizationContext,
  { after, limit }: { after: string[]; limit: number },
): Promise<ArchivedUpload[]> {
  const { rows } = await sql<Omit<ArchivedUpload, 'files' | 'key'> & { instant: string }>`
    select digest, purpose, width, height, created_at::text as instant,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
    from uploads where organization_id = ${organization.id} and purpose <> 'social'
      ${after.length > 0 ? sql`and (created_at, digest) > (${sql.join(after)})` : sql``}
    order by uploads.created_at, digest limit ${limit}`.execute(tx)
  const uploads: ArchivedUpload[] = []
  for (const { instant, ...upload } of rows)
    uploads.push({ ...upload, files: await selectArchivedFiles(tx, upload), key: [instant, upload.digest] })
  return uploads
}

function selectArchivedFiles(tx: Tx, { digest, purpose, width, height }: Pick<UploadRow, 'digest' | 'purpose' | 'width' | 'height'>) {
  const files = tx.selectFrom('upload_files').select(['name', 'bytes']).where('digest', '=', digest).orderBy('name')
  if (purpose === 'fonts') return files.execute()
  return files.where('name', '=', formatMediaFileName({ width, height }, purpose === 'icon' ? 'png' : 'webp')).execute()
}

/**
 * Returns an uploaded picture's narrowest file of at least this width, or else its largest file. Undefined if the
 * address is not an uploaded picture.
 */
export async function selectUploadedPicture(tx: Tx, address: string, minWidth: number): Promise<Buffer | undefined> {
  const upload = parseUploadAddress(address)
  if (upload === undefined) return undefined
  const sizes = upload.purpose === 'icon' ? [upload] : listPictureSizes(upload)
  const size = sizes.find(({ width }) => width >= minWidth) ?? upload
  return selectFile(tx, upload.digest, formatMediaFileName(size, upload.purpose === 'icon' ? 'png' : 'webp'))
}
