// Every statement on `data_imports`, `data_import_parts` and `data_import_notes`.
import {
  type ArchiveSummary,
  type DataImport,
  type DataImportId,
  type DataImportState,
  dataImportShownNotes,
  type OrganizationId,
  type ProjectId,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    data_imports: {
      id: DataImportId
      organization_id: OrganizationId
      file_name: string
      byte_count: number
      received_bytes: Generated<number>
      part_count: Generated<number>
      state: DataImportState
      failure: Generated<string | null>
      summary: Generated<ArchiveSummary | null>
      file_count: Generated<number>
      position: Generated<number>
      note_count: Generated<number>
      project_ids: Generated<ProjectId[]>
      slug_count: Generated<number | null>
      store_name_count: Generated<number | null>
      created_at: Date
      finished_at: Generated<Date | null>
    }
    data_import_parts: { organization_id: OrganizationId; import_id: DataImportId; number: number; bytes: Buffer }
    data_import_notes: { organization_id: OrganizationId; import_id: DataImportId; number: number; note: string }
  }
}

/** The states are literals, because PostgreSQL can't match parameters with the predicate of a partial index. */
const unfinished = (['uploading', 'checking', 'ready', 'importing'] as const).map((state) => sql.lit(state))

export type ImportRow = Selectable<Tables['data_imports']>

function createImportQuery(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('data_imports').selectAll().where('organization_id', '=', organizationId)
}

/** Inserts an import. Undefined if the organization has an unfinished import. */
export function insertImport(
  tx: Tx,
  added: Pick<ImportRow, 'id' | 'organization_id' | 'file_name' | 'byte_count' | 'created_at'>,
): Promise<ImportRow | undefined> {
  return tx
    .insertInto('data_imports')
    .values({ ...added, state: 'uploading' })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .where(sql<boolean>`state in (${sql.join(unfinished)})`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

export function selectUnfinishedImport(tx: Tx, organizationId: OrganizationId): Promise<ImportRow | undefined> {
  return createImportQuery(tx, organizationId)
    .where(sql<boolean>`state in (${sql.join(unfinished)})`)
    .executeTakeFirst()
}

/** Selects the organization's ten latest imports, latest first. */
export function selectImports(tx: Tx, organizationId: OrganizationId): Promise<ImportRow[]> {
  return createImportQuery(tx, organizationId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(10).execute()
}

export function selectImport(tx: Tx, organizationId: OrganizationId, importId: DataImportId): Promise<ImportRow | undefined> {
  return createImportQuery(tx, organizationId).where('id', '=', importId).executeTakeFirst()
}

export function lockImportForUpdate(tx: Tx, organizationId: OrganizationId, importId: DataImportId): Promise<ImportRow | undefined> {
  return createImportQuery(tx, organizationId).where('id', '=', importId).forUpdate().executeTakeFirst()
}

/** The caller must have locked the import. */
export function updateImport(tx: Tx, importId: DataImportId, values: Updateable<Tables['data_imports']>): Promise<ImportRow> {
  const { summary, ...others } = values
  return tx
    .updateTable('data_imports')
    .set({ ...others, ...(summary !== undefined && { summary: sql<ArchiveSummary>`${JSON.stringify(summary)}::json` }) })
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteImportRow(tx: Tx, importId: DataImportId): Promise<void> {
  await tx.deleteFrom('data_imports').where('id', '=', importId).execute()
}

export async function insertImportPart(tx: Tx, { id, organization_id, part_count }: ImportRow, bytes: Buffer): Promise<void> {
  await tx.insertInto('data_import_parts').values({ organization_id, import_id: id, number: part_count, bytes }).execute()
}

export async function selectImportPart(tx: Tx, importId: DataImportId, number: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('data_import_parts')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.bytes
}

export async function deleteImportParts(tx: Tx, importId: DataImportId): Promise<void> {
  await tx.deleteFrom('data_import_parts').where('import_id', '=', importId).execute()
}

/** Maximum number of stored notes. These are enough to show the problems; more notes are only counted. */
const storedNotes = 1_000

/** Adds notes after the existing notes. Returns the new number of notes. */
export async function insertNotes(tx: Tx, { id, organization_id, note_count }: ImportRow, notes: readonly string[]): Promise<number> {
  const rows = notes.map((note, index) => ({ organization_id, import_id: id, number: note_count + index, note: note.slice(0, 500) }))
  const stored = rows.filter(({ number }) => number < storedNotes)
  if (stored.length > 0) await tx.insertInto('data_import_notes').values(stored).execute()
  return note_count + notes.length
}

async function selectNotes(tx: Tx, importId: DataImportId, limit: number): Promise<string[]> {
  const notes = tx.selectFrom('data_import_notes').select('note').where('import_id', '=', importId)
  return (await notes.orderBy('number').limit(limit).execute()).map(({ note }) => note)
}

export async function toDataImport(tx: Tx, row: ImportRow): Promise<DataImport> {
  return {
    import_id: row.id,
    file_name: row.file_name,
    bytes: row.byte_count,
    received_bytes: row.received_bytes,
    state: row.state,
    failure: row.failure,
    progress: row.state === 'done' ? 100 : row.file_count === 0 ? 0 : Math.min(99, Math.floor((row.position / row.file_count) * 100)),
    summary: row.summary,
    notes: row.note_count === 0 ? [] : await selectNotes(tx, row.id, dataImportShownNotes),
    note_count: row.note_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
