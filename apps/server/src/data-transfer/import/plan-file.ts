// Plans what to do with each file of an archive. Both the check and the import use these plans.
import { archiveLimits, dataImportMessages, type ProjectId, projectDraft } from '@linkshelf/contract'
import { z } from 'zod'
import type { Origins } from '../../platform/deps.ts'
import type { ArchiveTable } from '../format/archive-columns.ts'
import { type VisitFolder, visitTables } from '../format/archive-format.ts'
import { archiveTables } from '../format/archive-tables.ts'
import { parseHead, parseJson, type ReadFile, UnreadableArchiveError } from '../format/read-archive.ts'
import {
  createSchemaParser,
  parseLines,
  parseTableRow,
  type RowOrigin,
  type TableRow,
  toImportedDigest,
  toImportedId,
} from './parse-rows.ts'

export interface PlannedProject {
  id: ProjectId
  name: string
  description: string
  status: 'active' | 'archived'
  time_zone: string
  created_at: string
}

export type VisitRow = Record<string, unknown> & { id: string }

export type FilePlan =
  | { kind: 'head'; linksUrl: string }
  | { kind: 'organization'; name: string }
  | { kind: 'project'; project: PlannedProject }
  | { kind: 'picture' | 'font'; digest: string; fileName: string }
  | { kind: 'rows'; projectId: ProjectId; table: ArchiveTable['name']; rows: TableRow[]; problems: string[] }
  | { kind: 'visits'; projectId: ProjectId; visits: VisitFolder; rows: VisitRow[]; problems: string[] }
  /**
   * A file that is not imported: a file for humans, a file that is only for the exporting instance, or a file of a
   * project that was deleted during the export.
   */
  | { kind: 'skipped' }

const organization = z.looseObject({ name: z.string().max(200) })
const project = z.looseObject({
  id: z.uuid().toLowerCase(),
  name: projectDraft.shape.name,
  description: projectDraft.shape.description,
  status: z.enum(['active', 'archived']),
  time_zone: projectDraft.shape.time_zone,
  created_at: z.iso.datetime(),
})

export interface PlanSettings {
  importId: string
  origins: Origins
  /** Clicks must not be later than a day after this time. */
  now: Date
}

/**
 * Returns a function that plans the files of one archive. Call it with the files in their order. It throws
 * UnreadableArchiveError.
 */
export function createFilePlanner(settings: PlanSettings): (file: ReadFile) => FilePlan {
  const planOne = createPlanner(settings)
  const months = new Set<string>()
  let invalidRows = 0
  return (file) => {
    const plan = planOne(file)
    if (plan.kind === 'visits') months.add(parseMonth(file.name))
    if (months.size > archiveLimits.months) throw new UnreadableArchiveError(dataImportMessages.tooManyMonths)
    if (plan.kind === 'visits' || plan.kind === 'rows') invalidRows += plan.problems.length
    if (invalidRows > archiveLimits.invalidRows) throw new UnreadableArchiveError(dataImportMessages.tooManyInvalidRows)
    return plan
  }
}

/**
 * Returns the month in the name of a file with clicks or page views. For example,
 * `projects/0001/clicks/2026-03-0001.jsonl` has the clicks of March 2026.
 */
function parseMonth(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('/') + 1).slice(0, '2026-03'.length)
}

function createPlanner({ importId, origins, now }: PlanSettings): (file: ReadFile) => FilePlan {
  /** The projects by their folder in the archive. */
  const projects = new Map<string, ProjectId>()
  let origin: RowOrigin | undefined

  return (file) => {
    if (origin === undefined) {
      const { links_url: linksUrl } = parseHead(file)
      origin = { importId, linksUrl, origins }
      return { kind: 'head', linksUrl }
    }
    const [top = '', folder = '', ...rest] = file.name.split('/')
    if (file.name === 'organization.json') return { kind: 'organization', name: parseJsonFile(organization, file).name }
    if (top === 'pictures') return planUpload(toImportedDigest(importId, folder), rest[0])
    if (top !== 'projects' || file.name.endsWith('.csv')) return { kind: 'skipped' }
    if (rest[0] === 'project.json') {
      const planned = planProject(importId, file)
      projects.set(folder, planned.id)
      return { kind: 'project', project: planned }
    }
    const projectId = projects.get(folder)
    if (projectId === undefined) return { kind: 'skipped' }
    return rest.length === 1
      ? planRows(file, rest[0] ?? '', projectId, origin)
      : planVisits(file, { visits: rest[0] as VisitFolder, projectId, importId, now })
  }
}

function planUpload(digest: string, fileName = ''): FilePlan {
  return { kind: /^\d+x\d+\.(webp|png)$/.test(fileName) ? 'picture' : 'font', digest, fileName }
}

function planProject(importId: string, file: ReadFile): PlannedProject {
  const { id, name, description, status, time_zone = 'UTC', created_at } = parseJsonFile(project, file)
  return { id: toImportedId<ProjectId>(importId, id), name, description, status, time_zone, created_at }
}

function planRows({ name, bytes }: ReadFile, fileName: string, projectId: ProjectId, origin: RowOrigin): FilePlan {
  const tableName = fileName.replace(/-\d+\.jsonl$/, '').replaceAll('-', '_')
  const table = archiveTables.find((one) => one.name === tableName)
  if (table === undefined) throw new UnreadableArchiveError(dataImportMessages.notArchive)
  const { rows, problems } = parseLines(bytes, (value) => parseTableRow(table, value, origin))
  return { kind: 'rows', projectId, table: table.name, rows, problems: problems.map((problem) => `${name}, ${problem}`) }
}

interface VisitsOfFile {
  visits: VisitFolder
  projectId: ProjectId
  importId: string
  now: Date
}

function planVisits({ name, bytes }: ReadFile, { visits, projectId, importId, now }: VisitsOfFile): FilePlan {
  const { row, references } = visitTables[visits]
  const parse = createSchemaParser<VisitRow>(row)
  // Each row must be in the month of its file. ClickHouse tables have a partition for each month, and an insert into
  // many partitions at once is rejected.
  const [month, latest] = [parseMonth(name), toClickTime(now.getTime() + dayMs) ?? '']
  const parsed = parseLines<VisitRow>(bytes, (value) => {
    const visit = parse(value)
    if (typeof visit === 'string') return visit
    const at = String(visit.at)
    if (!at.startsWith(month)) return 'at: not in the month of its file'
    return at > latest || at !== toClickTime(Date.parse(`${at.replace(' ', 'T')}Z`)) ? 'at: no time of the past' : visit
  })
  const rows = parsed.rows.map((visit) => {
    const ids = references.map((reference) => [reference, toImportedId(importId, String(visit[reference]))])
    return { ...visit, ...Object.fromEntries(ids) }
  })
  return { kind: 'visits', projectId, visits, rows, problems: parsed.problems.map((problem) => `${name}, ${problem}`) }
}

const dayMs = 86_400_000

/** Formats a time as in archives, for example `2026-03-10 11:00:00.000`. Undefined if the time is not valid. */
function toClickTime(at: number): string | undefined {
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, -1).replace('T', ' ')
}

function parseJsonFile<T>(schema: z.ZodType<T>, { name, bytes }: ReadFile): T {
  const parsed = schema.safeParse(parseJson(bytes))
  if (!parsed.success) throw new UnreadableArchiveError(`${dataImportMessages.notArchive} (${name})`)
  return parsed.data
}
