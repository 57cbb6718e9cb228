import { dataImportMessages, type OrganizationId } from '@linkshelf/contract'
import { AppError, fail, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import { insertRows, RejectedRowsError } from '../../clicks/index.ts'
import type { ClickDeps, ForeignFileDeps } from '../../platform/deps.ts'
import { enqueueJob, type JobRun } from '../../platform/jobs.ts'
import { isDataError } from '../../platform/postgres/data-error.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toLogoImage } from '../../qr-codes/index.ts'
import { hasStorageFor } from '../../storage/index.ts'
import { prepareArchivedFont, prepareArchivedPicture } from '../../uploads/index.ts'
import { visitTables } from '../format/archive-format.ts'
import { archiveTables } from '../format/archive-tables.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type OpenImport, openImportJob } from './data-import-jobs.ts'
import { deleteImportParts, type ImportRow, insertNotes, lockImportForUpdate, updateImport } from './data-import-table.ts'
import { failImport } from './fail-import.ts'
import { insertImportedProject, insertImportedRows } from './imported-rows.ts'
import type { TableRow } from './parse-rows.ts'
import type { FilePlan } from './plan-file.ts'
import { readPlannedFiles } from './read-planned-files.ts'

/**
 * The task and queue of the daily rollup, which also computes days with imported clicks. The job runner knows them by
 * these names.
 */
const rollUpTask = 'roll-up-all-days'
const rollUpQueue = 'daily-rollups'

type ArchiveRun = Pick<JobRun, 'recordProgress' | 'pause'>

interface EncodedLogos {
  count: number
  /**
   * The encoded logos of the previous file, by their original bytes in hexadecimal. Undefined if a logo is not a
   * picture.
   */
  known: Map<string, Buffer | undefined>
}

type FileRun = Pick<ArchiveRun, 'pause'> & { logos: EncodedLogos }

/**
 * Runs the background job: imports an archive, file by file. Each file is stored in one transaction with the import's
 * position. If the job is killed, it resumes after the last complete file. Clicks are inserted before this transaction,
 * with a deduplication token, so that ClickHouse ignores a repeated insert. Stops if the import was deleted. If the
 * archive can't be read or stored, the import fails. Only other errors are thrown, so that the job is retried.
 */
export async function importData(deps: ClickDeps & ForeignFileDeps, payload: unknown, run: ArchiveRun = {}): Promise<void> {
  const job = await openImportJob(deps, 'import-data', payload)
  if (job?.row.state !== 'importing') return
  try {
    await importFiles(deps, job, run)
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return failImport(deps, job, error.message)
    if (!isDataError(error)) throw error
    deps.log.warn({ err: error, importId: job.row.id }, 'An archive has values that can not be stored')
    await failImport(deps, job, dataImportMessages.unstorable)
  }
}

async function importFiles(deps: ClickDeps & ForeignFileDeps, job: OpenImport, run: ArchiveRun): Promise<void> {
  const { ctx, row } = job
  let linksUrl = ''
  let index = 0
  const logos: EncodedLogos = { count: 0, known: new Map() }
  for await (const { name, plan, bytes } of readPlannedFiles(deps, job, run)) {
    if (plan.kind === 'head') linksUrl = plan.linksUrl
    index += 1
    const isLast = index === row.file_count
    if (index <= row.position || (isIdle(plan) && !isLast)) continue
    const file = { row, plan, name, bytes: Buffer.from(bytes), index, isLast }
    const isRunning = await importFile({ ...deps, linksUrl }, ctx, file, { ...run, logos })
    if (!isRunning) return
    await run.recordProgress?.()
  }
}

function isIdle({ kind }: FilePlan): boolean {
  return kind === 'head' || kind === 'organization' || kind === 'skipped'
}

interface ImportedFile {
  row: ImportRow
  plan: FilePlan
  name: string
  bytes: Buffer
  /** The position of the import after this file. */
  index: number
  isLast: boolean
}

/** Imports a file. Returns false if the import was deleted or another job has imported the file. */
async function importFile(
  deps: ClickDeps & ForeignFileDeps & { linksUrl: string },
  ctx: OrganizationContext,
  file: ImportedFile,
  run: FileRun,
): Promise<boolean> {
  const { row, name, index, isLast } = file
  const write = await prepareFile(deps, ctx, file, run)
  let isRunning = false
  const mutation = { action: 'data_import.import_file', entity: 'data_import', entityId: row.id } as const
  const work = mutate(ctx, mutation, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.organization.id, row.id)
    if (locked?.state !== 'importing' || locked.position >= index) return fail('NOT_FOUND')
    const notes = await write(tx)
    const note_count = await insertNotes(tx, locked, notes)
    const done = isLast && { state: 'done' as const, finished_at: deps.clock.now() }
    await updateImport(tx, row.id, { position: index, note_count, ...done })
    if (isLast) {
      await deleteImportParts(tx, row.id)
      await enqueueJob(tx, rollUpTask, {}, { key: rollUpTask, queue: rollUpQueue })
    }
    change.after = { file_name: row.file_name, file: name }
    isRunning = true
  })
  await ignoreDeleted(work)
  return isRunning
}

/**
 * Does the work that needs no transaction. Returns a function that does the remaining work in a transaction and returns
 * notes.
 */
async function prepareFile(
  deps: ClickDeps & ForeignFileDeps & { linksUrl: string },
  ctx: OrganizationContext,
  { row, plan, name, bytes }: ImportedFile,
  run: FileRun,
): Promise<(tx: Tx) => Promise<string[]>> {
  switch (plan.kind) {
    case 'project':
      return async (tx) => {
        await insertImportedProject(tx, ctx, plan.project)
        return []
      }
    case 'picture':
    case 'font': {
      const { kind, fileName } = plan
      const owner = ctx.organization.id
      const store =
        kind === 'picture'
          ? await prepareArchivedPicture(bytes, fileName, owner)
          : await prepareArchivedFont(deps, bytes, { fileName, owner })
      if (store === undefined) return async () => [`${name} is neither a picture nor a font, and is left out`]
      return async (tx) =>
        (await store(tx, ctx, plan.digest)) ? [] : [`${name} is left out: the pictures take up all the space of the plan`]
    }
    case 'rows': {
      const table = archiveTables.find(({ name }) => name === plan.table)
      if (table === undefined) throw new Error(`There is no table ${plan.table}`)
      const hasLogos = plan.table === 'qr_codes'
      const encoded = hasLogos ? await encodeLogos(plan.rows, ctx.organization.id, run) : { rows: plan.rows, problems: [] }
      return async (tx) => {
        const { rows, problems } = hasLogos ? await limitLogos(tx, ctx, encoded) : encoded
        return [...plan.problems, ...problems, ...(await insertImportedRows(tx, deps, ctx, { ...plan, table, rows }))]
      }
    }
    case 'visits': {
      const problems = await insertVisits(deps, ctx, { token: `import:${row.id}:${name}`, plan })
      return async () => [...plan.problems, ...problems]
    }
    default:
      return async () => []
  }
}

async function insertVisits(
  { clickhouseWriter }: ClickDeps,
  { organization }: OrganizationContext,
  { token, plan }: { token: string; plan: Extract<FilePlan, { kind: 'visits' }> },
): Promise<string[]> {
  const rows = plan.rows.map((visit) => ({ ...visit, organization_id: organization.id, project_id: plan.projectId }))
  try {
    await insertRows(clickhouseWriter, visitTables[plan.visits].table, rows as never, { token, signal: new AbortController().signal })
    return []
  } catch (error) {
    if (!(error instanceof RejectedRowsError)) throw error
    return [`${plan.visits}: ${rows.length} rows are not valid, and are left out`]
  }
}

interface EncodedRows {
  rows: TableRow[]
  problems: string[]
}

/**
 * Maximum number of logos that an import encodes, because each logo takes a process of its own. If consecutive files
 * have the same logo, it counts once.
 */
const maxLogos = 2_000

/** Encodes the rows' logos again, like uploaded logos. */
async function encodeLogos(rows: TableRow[], owner: OrganizationId, { pause, logos }: FileRun): Promise<EncodedRows> {
  const problems: string[] = []
  const encoded: TableRow[] = []
  const known = new Map<string, Buffer | undefined>()
  let omittedCount = 0
  for (const row of rows) {
    const hex = typeof row.logo === 'string' ? row.logo.slice(2) : ''
    if (logos.known.has(hex)) known.set(hex, logos.known.get(hex))
    if (hex !== '' && !known.has(hex) && logos.count < maxLogos) {
      logos.count += 1
      known.set(hex, await toLogoImage(Buffer.from(hex, 'hex'), { owner, isJob: true }).catch(ignoreInvalidLogo))
      await pause?.()
    }
    const logo = known.get(hex)
    if (hex !== '' && !known.has(hex)) omittedCount += 1
    else if (hex !== '' && logo === undefined) problems.push('The logo of a QR code is not a picture, and is left out')
    encoded.push({ ...row, logo: logo === undefined ? null : `\\x${logo.toString('hex')}` })
  }
  logos.known = known
  if (omittedCount > 0) problems.unshift(`Logos of ${omittedCount} QR codes are left out: an archive may have ${maxLogos} logos`)
  return { rows: encoded, problems }
}

/**
 * Ignores the error that a logo is not a picture. Throws all other errors, so that the job is retried and no logo is
 * lost.
 */
function ignoreInvalidLogo(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'QR_LOGO_INVALID')) throw error
}

/** Removes the logos of a file if they do not fit into the plan's storage. A logo is hexadecimal text. */
async function limitLogos(tx: Tx, ctx: OrganizationContext, { rows, problems }: EncodedRows): Promise<EncodedRows> {
  const bytes = rows.reduce((sum, { logo }) => sum + (typeof logo === 'string' ? logo.length / 2 - 1 : 0), 0)
  if (bytes === 0 || (await hasStorageFor(tx, ctx, 'pictures', bytes))) return { rows, problems }
  const problem = 'The logos of QR codes are left out: the pictures take up all the space of the plan'
  return { rows: rows.map((row) => ({ ...row, logo: null })), problems: [...problems, problem] }
}
