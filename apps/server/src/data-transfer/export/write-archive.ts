import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { dataExportDays, dataExportId, organizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext, read } from '../../access/index.ts'
import type { ClickDeps, StorageDeps } from '../../platform/deps.ts'
import {
  type ArchiveFile,
  archiveFormat,
  archiveVersion,
  createJsonFile,
  type ListedFile,
  manifestFileName,
} from '../format/archive-format.ts'
import { archiveTables } from '../format/archive-tables.ts'
import { type ArchiveSubject, listPageSources, type PageDeps, type PageSource } from './archive-pages.ts'
import {
  type ExportPosition,
  type ExportRow,
  insertPart,
  lockExportForUpdate,
  selectExport,
  selectListedFiles,
  updateExport,
  updateTotalRows,
} from './export-table.ts'
import { countVisits } from './table-pages.ts'

export const writeArchiveTask = 'write-archive'

const exportJob = z.object({ organizationId, exportId: dataExportId })

const dayMs = 86_400_000
/** Pages are joined to parts of about this size, before compression. */
const defaultPartBytes = 4_000_000
/** The source of the manifest, which is always the last file. */
const manifestSource = 'manifest'

type JobDeps = PageDeps & StorageDeps

/**
 * Runs the background job: writes the archive of an export, part by part. Each part is stored in one transaction with
 * the position of the next part. If the job is killed, it continues after the last complete part. If two jobs write one
 * export, one of them stops at its next part. Stops if the export was deleted. Throws if a disk has too little free
 * space, so that the job is retried. `deps.db` must use the database account of the jobs process.
 */
export async function writeArchive(deps: JobDeps, payload: unknown, partBytes = defaultPartBytes): Promise<void> {
  const job = exportJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: writeArchiveTask }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId)
  const row = await selectExport(deps.db, job.organizationId, job.exportId)
  if (ctx === undefined || row?.state !== 'running') return

  const subject = { ctx, projectIds: row.project_ids }
  if (row.part_count === 0) await updateTotalRows(deps.db, row.id, await countArchiveRows(deps, subject))
  const sources = listPageSources(deps, subject)
  const written = await writePages(deps, row, sources, partBytes)
  if (written?.position?.source === manifestSource) await finishExport(deps, ctx, written)
}

/**
 * Writes the remaining parts. Returns the export after its last part. Undefined if the export was deleted or another
 * job is writing it.
 */
async function writePages(
  deps: JobDeps,
  started: ExportRow,
  sources: readonly PageSource[],
  partBytes: number,
): Promise<ExportRow | undefined> {
  let row: ExportRow | undefined = started
  while (row !== undefined && row.position?.source !== manifestSource) {
    if (await deps.diskSpace.isLow()) throw new Error('There is too little free disk space to write an archive')
    const { files, position } = await readPart(sources, row.position ?? { source: sources[0]?.name ?? '', after: [] }, partBytes)
    const isLast = position.source === manifestSource
    const listed = files.map(toListed)
    if (isLast) files.push(createManifest(deps, [...(await selectListedFiles(deps.db, row.id)), ...listed]))
    const rowCount = listed.reduce((sum, { rows }) => sum + rows, 0)
    row = await insertPart(deps.db, row, { bytes: await toTarPart(files, { isLast }), files: listed, position, rowCount })
  }
  return row
}

/** Reads pages from a position until they are large enough for a part or the last page is read. */
async function readPart(
  sources: readonly PageSource[],
  from: ExportPosition,
  partBytes: number,
): Promise<{ files: ArchiveFile[]; position: ExportPosition }> {
  const files: ArchiveFile[] = []
  let position = from
  let bytes = 0
  while (bytes < partBytes && position.source !== manifestSource) {
    const index = sources.findIndex(({ name }) => name === position.source)
    const source = sources[index]
    if (source === undefined) throw new Error(`An export has no source ${position.source}`)
    const page = await source.read(position.after)
    files.push(...page.files)
    bytes += page.files.reduce((sum, file) => sum + file.bytes.length, 0)
    position =
      page.after === undefined
        ? { source: sources[index + 1]?.name ?? manifestSource, after: [] }
        : { source: source.name, after: page.after }
  }
  return { files, position }
}

function toListed({ name, bytes, rowCount }: ArchiveFile): ListedFile {
  return { name, bytes: bytes.length, rows: rowCount, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function createManifest({ clock }: StorageDeps, files: readonly ListedFile[]): ArchiveFile {
  return createJsonFile(manifestFileName, { format: archiveFormat, version: archiveVersion, created_at: clock.now().toISOString(), files })
}

async function finishExport({ clock }: JobDeps, ctx: OrganizationContext, { id }: ExportRow): Promise<void> {
  const mutation = { action: 'data_export.finish', entity: 'data_export', entityId: id } as const
  const finish = mutate(ctx, mutation, async (tx, change) => {
    const row = await lockExportForUpdate(tx, ctx.organization.id, id)
    if (row?.state !== 'running') return fail('NOT_FOUND')
    const finishedAt = clock.now()
    await updateExport(tx, id, {
      state: 'done',
      finished_at: finishedAt,
      expires_at: new Date(finishedAt.getTime() + dataExportDays * dayMs),
    })
    change.after = { bytes: row.byte_count, rows: row.row_count }
  })
  await ignoreDeleted(finish)
}

/**
 * Returns about how many rows an archive will have. The number can differ, because the organization may change during
 * the export.
 */
async function countArchiveRows(deps: ClickDeps, { ctx, projectIds }: ArchiveSubject): Promise<number> {
  return (await countVisits(deps, projectIds)) + (await countRows(ctx))
}

async function countRows(ctx: OrganizationContext): Promise<number> {
  const tables = ['audit_log', 'uploads', ...archiveTables.map(({ name }) => name)]
  const counts = tables.map((name) => sql`(select count(*) from ${sql.table(name)} where organization_id = ${ctx.organization.id})`)
  const { rows } = await read(ctx, (tx) => sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(tx))
  return rows[0]?.count ?? 0
}

/** A tar file ends with two blocks of zeros, which have this size. */
const endBytes = 1_024

/** The attributes are equal for all files, so that equal contents give equal bytes. */
const attributes = { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 } as const

/**
 * Returns the files as a gzip member. All members in sequence are one gzip file that contains one tar file. The tar
 * file ends with the last member.
 */
export async function toTarPart(files: readonly ArchiveFile[], { isLast }: { isLast: boolean }): Promise<Buffer> {
  const tar = pack()
  for (const { name, bytes } of files) tar.entry({ ...attributes, name, size: bytes.length }, bytes)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return gzipSync(isLast ? bytes : bytes.subarray(0, -endBytes))
}
