import type { ExportQuery } from '@linkshelf/contract'
import { inProject, type Project } from '../../access/index.ts'
import { findLink } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectProjects } from '../../projects/index.ts'
import { requestedRange } from '../requested-range.ts'
import { byteOrderMark, type Cell, toCsvLine } from './csv.ts'
import { exportFileName, toContentDisposition } from './export-file-name.ts'
import { type ExportTable, openExportTable } from './export-table.ts'

export interface ExportedFile {
  headers: { 'content-type': string; 'content-disposition': string }
  body: ReadableStream<Uint8Array>
}

/**
 * The result of another analytics call as a CSV file, read and written page by page. Throws what that call throws, and REQUEST_INVALID for a breakdown
 * without `by` or a link export without `url_id`. An error after the first page aborts the download, so that a part is not mistaken for the whole.
 */
export async function exportAnalytics(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins' | 'log'>,
  project: Project,
  query: ExportQuery,
): Promise<ExportedFile> {
  const { dates } = requestedRange(project, deps.clock.now(), query)
  // Every page gets the same explicit range, even if midnight passes between two pages.
  const range = { from: dates.at(0), to: dates.at(-1) }
  const table = openExportTable(deps, project, { ...query, ...range })
  const first = await table.pages.next()
  const { of, by, url_id: linkId } = query
  const fileName = exportFileName({
    project: await findProjectName(deps, project),
    slug: linkId === undefined || of === 'overview' || of === 'urls' ? undefined : await findSlug(deps, project, linkId),
    of: (of === 'breakdown' && by) || of,
    ...range,
  })
  return {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': toContentDisposition(fileName) },
    body: ReadableStream.from(writeCsv(table, first.done ? [] : first.value, deps)),
  }
}

async function* writeCsv(
  { columns, pages }: ExportTable,
  firstPage: readonly Cell[][],
  { log }: Pick<Deps, 'log'>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  try {
    yield encoder.encode(byteOrderMark + toCsvLine(columns) + firstPage.map(toCsvLine).join(''))
    for await (const page of pages) yield encoder.encode(page.map(toCsvLine).join(''))
  } catch (error) {
    log.error({ err: error }, 'an export failed after its first page')
    throw error
  }
}

async function findProjectName({ db }: Pick<Deps, 'db'>, project: Project): Promise<string> {
  const projects = await inProject(db, project, (tx) => selectProjects(tx, [project.organizationId]))
  return projects.find(({ id }) => id === project.id)?.name ?? 'project'
}

async function findSlug(deps: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<string> {
  return new URL((await findLink(deps, project, linkId)).url).pathname.slice(1)
}
