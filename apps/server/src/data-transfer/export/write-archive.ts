import { createHash } from 'node:crypto'
import { dataExportDays, dataExportId, organizationId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ArchiveFile, archiveFormat, archiveVersion, jsonFile, type ListedFile, manifestFileName } from '../format/archive-format.ts'
import { toTarPart } from '../format/tar-part.ts'
import { listPageSources, type PageDeps, type PageSource } from './archive-pages.ts'
import { countArchiveRows } from './count-rows.ts'
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

export const writeArchiveTask = 'write-archive'

const exportJob = z.object({ organizationId, exportId: dataExportId })

const dayMs = 86_400_000
/** Pages are joined to parts of this size, uncompressed. */
const defaultPartBytes = 4_000_000
/** The source of the manifest, which is always the last. */
const manifestSource = 'manifest'

type JobDeps = PageDeps & Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/**
 * The background job: writes the archive of an export, part by part. Each part is stored together with the
 * position where the next one begins, so a job that is killed at any moment continues after the last whole part.
 * If two jobs write one export, one stops at its next part. Stops when the export was deleted. `deps.db` works
 * as the account of jobs.
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

/** Returns the export with its last part, or undefined when it was deleted or another job writes it. */
async function writePages(
  deps: JobDeps,
  started: ExportRow,
  sources: readonly PageSource[],
  partBytes: number,
): Promise<ExportRow | undefined> {
  let row: ExportRow | undefined = started
  while (row !== undefined && row.position?.source !== manifestSource) {
    const { files, position } = await readPart(sources, row.position ?? { source: sources[0]?.name ?? '', after: [] }, partBytes)
    const isLast = position.source === manifestSource
    const listed = files.map(toListed)
    if (isLast) files.push(manifestOf(deps, [...(await selectListedFiles(deps.db, row.id)), ...listed]))
    const rowCount = listed.reduce((sum, { rows }) => sum + rows, 0)
    row = await insertPart(deps.db, row, { bytes: await toTarPart(files, { isLast }), files: listed, position, rowCount })
  }
  return row
}

/** Pages from a position on, until they are large enough for a part or the last one is read. */
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

function manifestOf({ clock }: Pick<Deps, 'clock'>, files: readonly ListedFile[]): ArchiveFile {
  return jsonFile(manifestFileName, { format: archiveFormat, version: archiveVersion, created_at: clock.now().toISOString(), files })
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
