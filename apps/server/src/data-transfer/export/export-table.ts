// Every statement on `data_exports`, `data_export_parts` and `data_export_downloads`. Jobs sign in with an account that
// can read the exports of all organizations.
import {
  type DataExport,
  type DataExportId,
  dataExportDays,
  dataExportsPerOrganization,
  type OrganizationId,
  type ProjectId,
  type UserId,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'
import type { ListedFile } from '../format/archive-format.ts'

const dayMs = 86_400_000

/** The position where an export continues: the source, and the last row that was written. */
export interface ExportPosition {
  source: string
  after: string[]
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    data_exports: {
      id: DataExportId
      organization_id: OrganizationId
      state: DataExport['state']
      project_ids: ProjectId[]
      position: Generated<ExportPosition | null>
      part_count: Generated<number>
      byte_count: Generated<number>
      row_count: Generated<number>
      total_rows: Generated<number>
      created_at: Date
      finished_at: Generated<Date | null>
      expires_at: Generated<Date | null>
    }
    data_export_parts: {
      organization_id: OrganizationId
      export_id: DataExportId
      number: number
      start_byte: number
      bytes: Buffer
      files: ListedFile[]
    }
    data_export_downloads: {
      hash: Buffer
      organization_id: OrganizationId
      export_id: DataExportId
      /** Null if an earlier release created the address. */
      created_by: UserId | null
      until: Date
    }
  }
}

export type ExportRow = Selectable<Tables['data_exports']>

export async function insertExport(
  tx: Tx,
  added: Pick<ExportRow, 'id' | 'organization_id' | 'project_ids' | 'created_at'>,
): Promise<ExportRow | undefined> {
  return tx
    .insertInto('data_exports')
    .values({ ...added, state: 'running' })
    .onConflict((conflict) => conflict.column('organization_id').where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function selectRunningExport(tx: Tx, organizationId: OrganizationId): Promise<ExportRow | undefined> {
  return createExportQuery(tx, organizationId).where('state', '=', 'running').executeTakeFirst()
}

function createExportQuery(db: Db | Tx, organizationId: OrganizationId) {
  return db.selectFrom('data_exports').selectAll().where('organization_id', '=', organizationId)
}

/** Selects the organization's exports, latest first. Omits expired exports. */
export function selectExports(tx: Tx, organizationId: OrganizationId, now: Date): Promise<ExportRow[]> {
  return createExportQuery(tx, organizationId)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function selectExport(tx: Db | Tx, organizationId: OrganizationId, exportId: DataExportId): Promise<ExportRow | undefined> {
  return createExportQuery(tx, organizationId).where('id', '=', exportId).executeTakeFirst()
}

export function lockExportForUpdate(tx: Tx, organizationId: OrganizationId, exportId: DataExportId): Promise<ExportRow | undefined> {
  return createExportQuery(tx, organizationId).where('id', '=', exportId).forUpdate().executeTakeFirst()
}

/** The caller must have locked the export. */
export function updateExport(
  tx: Tx,
  exportId: DataExportId,
  values: Partial<Pick<ExportRow, 'state' | 'finished_at' | 'expires_at'>>,
): Promise<ExportRow> {
  return tx.updateTable('data_exports').set(values).where('id', '=', exportId).returningAll().executeTakeFirstOrThrow()
}

export type ExportDownload = Selectable<Tables['data_export_downloads']>

/** Inserts a download address, and deletes the export's addresses that are no longer valid at `now`. */
export async function insertDownload(tx: Tx, download: ExportDownload, now: Date): Promise<void> {
  await tx.deleteFrom('data_export_downloads').where('export_id', '=', download.export_id).where('until', '<=', now).execute()
  await tx.insertInto('data_export_downloads').values(download).execute()
}

/** Selects the valid download address with this hash. Undefined if there is none. */
export function selectDownload(tx: Tx, exportId: DataExportId, hash: Buffer, now: Date): Promise<ExportDownload | undefined> {
  const downloads = tx.selectFrom('data_export_downloads').selectAll().where('hash', '=', hash)
  return downloads.where('export_id', '=', exportId).where('until', '>', now).executeTakeFirst()
}

/** Selects the exports with valid download addresses, and the number of these addresses. */
export function selectDownloadedExports(
  tx: Tx,
  organizationId: OrganizationId,
  now: Date,
): Promise<(Pick<ExportRow, 'id' | 'created_at'> & { downloads: number })[]> {
  return tx
    .selectFrom('data_export_downloads')
    .innerJoin('data_exports', 'data_exports.id', 'data_export_downloads.export_id')
    .select(['data_exports.id', 'data_exports.created_at', (eb) => eb.fn.countAll<number>().as('downloads')])
    .where('data_export_downloads.organization_id', '=', organizationId)
    .where('until', '>', now)
    .groupBy('data_exports.id')
    .orderBy('data_exports.id')
    .execute()
}

export async function deleteDownloads(tx: Tx, exportId: DataExportId): Promise<void> {
  await tx.deleteFrom('data_export_downloads').where('export_id', '=', exportId).execute()
}

export async function deleteExportRow(tx: Tx, exportId: DataExportId): Promise<void> {
  await tx.deleteFrom('data_exports').where('id', '=', exportId).execute()
}

/** Deletes the oldest finished exports until a new export fits into the limit. */
export async function deleteOldExports(tx: Tx, organizationId: OrganizationId): Promise<void> {
  const finished = (await createExportQuery(tx, organizationId).where('state', '=', 'done').orderBy('created_at', 'desc').execute()).slice(
    dataExportsPerOrganization - 1,
  )
  for (const { id } of finished) await deleteExportRow(tx, id)
}

/** Updates the total for the progress. `db` must use the database account of the jobs process. */
export async function updateTotalRows(db: Db, exportId: DataExportId, rows: number): Promise<void> {
  await db.updateTable('data_exports').set({ total_rows: rows }).where('id', '=', exportId).execute()
}

interface NewPart {
  bytes: Buffer
  files: ListedFile[]
  /** The position after this part. */
  position: ExportPosition
  rowCount: number
}

/**
 * Adds a part after the parts of `present`, and stores the next position. Undefined if the export was deleted or
 * another job has already added this part.
 */
export function insertPart(db: Db, present: ExportRow, part: NewPart): Promise<ExportRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('data_exports')
      .set({
        part_count: present.part_count + 1,
        byte_count: present.byte_count + part.bytes.length,
        row_count: present.row_count + part.rowCount,
        position: toJson(part.position),
      })
      .where('id', '=', present.id)
      .where('state', '=', 'running')
      .where('part_count', '=', present.part_count)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { id, organization_id, part_count, byte_count } = present
    const scope = { organization_id, export_id: id, number: part_count, start_byte: byte_count }
    await tx
      .insertInto('data_export_parts')
      .values({ ...scope, bytes: part.bytes, files: toJson(part.files) })
      .execute()
    return row
  })
}

/** Sends JSON text, because the driver would send a list as a PostgreSQL array. */
function toJson<T>(value: T) {
  return sql<T>`${JSON.stringify(value)}::json`
}

/** Selects the files of all parts, in the order of the archive. */
export async function selectListedFiles(db: Db, exportId: DataExportId): Promise<ListedFile[]> {
  const rows = await db.selectFrom('data_export_parts').select('files').where('export_id', '=', exportId).orderBy('number').execute()
  return rows.flatMap(({ files }) => files)
}

/**
 * Returns up to `length` bytes of the archive, beginning at `byte`. All bytes are from one part. Undefined if `byte` is
 * after the end. PostgreSQL reads only the requested bytes of the part.
 */
export async function selectBytesAt(tx: Tx, exportId: DataExportId, byte: number, length: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('data_export_parts')
    .select(sql<Buffer>`substring(bytes from (${byte}::bigint - start_byte + 1)::int for ${length}::int)`.as('slice'))
    .where('export_id', '=', exportId)
    .where('start_byte', '<=', byte)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.slice
}

/**
 * Selects expired exports, and exports that were not finished within `dataExportDays`. `db` must use the database
 * account of the jobs process.
 */
export function selectExpiredExports(db: Db, now: Date): Promise<Pick<ExportRow, 'id' | 'organization_id'>[]> {
  const startedBefore = new Date(now.getTime() - dataExportDays * dayMs)
  return db
    .selectFrom('data_exports')
    .select(['id', 'organization_id'])
    .where(({ or, and, eb }) => or([eb('expires_at', '<=', now), and([eb('state', '=', 'running'), eb('created_at', '<', startedBefore)])]))
    .execute()
}

export function toDataExport(row: ExportRow): DataExport {
  const share = row.total_rows === 0 ? 0 : row.row_count / row.total_rows
  return {
    export_id: row.id,
    state: row.state,
    // Rows that are added during the export are not in the total, so the share can exceed 1.
    progress: row.state === 'done' ? 100 : Math.min(99, Math.floor(share * 100)),
    file_name: toArchiveFileName(row),
    bytes: row.byte_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

export function toArchiveFileName({ created_at }: Pick<ExportRow, 'created_at'>): string {
  return `linkshelf-${created_at.toISOString().slice(0, 16).replace(':', '-')}.tar.gz`
}
