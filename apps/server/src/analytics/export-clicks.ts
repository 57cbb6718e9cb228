import type { ExportQuery } from '@linkshelf/contract'
import { inProject, type Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectProjects } from '../projects/index.ts'
import { askedDays } from './asked-days.ts'
import { byteOrderMark, type Cell, csvLine } from './export-csv.ts'
import { attachment, exportName } from './export-name.ts'
import { type Sheet, sheetOf } from './export-sheet.ts'

export interface ExportedFile {
  headers: { 'content-type': string; 'content-disposition': string }
  body: ReadableStream<Uint8Array>
}

/**
 * One of the answers of analytics as a CSV file, read and written page by page. Refuses what that answer's call refuses, and an export of a breakdown
 * without `by` or of a link without `url_id`; once the file has begun, a failure breaks it off, so that nobody takes a part for the whole.
 */
export async function exportClicks(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins' | 'log'>,
  project: Project,
  query: ExportQuery,
): Promise<ExportedFile> {
  const { dates } = askedDays(project, deps.clock.now(), query)
  // Said outright, so that the last page is about the same days as the first, whatever the clock says then.
  const period = { from: dates.at(0), to: dates.at(-1) }
  const sheet = sheetOf(deps, project, { ...query, ...period })
  const first = await sheet.pages.next()
  const { of, by, url_id: linkId } = query
  const about = {
    project: await findProjectName(deps, project),
    slug: linkId === undefined || of === 'overview' || of === 'urls' ? undefined : await findSlug(deps, project, linkId),
    of: (of === 'breakdown' && by) || of,
  }
  return {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(exportName({ ...about, ...period })) },
    body: ReadableStream.from(writeSheet(sheet, first.done ? [] : first.value, deps)),
  }
}

async function* writeSheet(
  { columns, pages }: Sheet,
  firstPage: readonly Cell[][],
  { log }: Pick<Deps, 'log'>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  try {
    yield encoder.encode(byteOrderMark + csvLine(columns) + firstPage.map(csvLine).join(''))
    for await (const page of pages) yield encoder.encode(page.map(csvLine).join(''))
  } catch (error) {
    log.error({ err: error }, 'An export broke off')
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
