import type { ExportQuery, LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { getLink } from '../../links/index.ts'
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
  deps: Pick<Deps, 'clickhouse' | 'origins' | 'log'>,
  ctx: ProjectContext,
  query: ExportQuery,
): Promise<ExportedFile> {
  const { dates } = requestedRange(ctx, query)
  const table = openExportTable(deps, ctx, query)
  const first = await table.pages.next()
  const { of, by, url_id: linkId } = query
  const fileName = exportFileName({
    project: await findProjectName(ctx),
    slug: linkId === undefined || of === 'overview' || of === 'urls' ? undefined : await findSlug(deps, ctx, linkId),
    of: (of === 'breakdown' && by) || of,
    from: dates.at(0),
    to: dates.at(-1),
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

async function findProjectName(ctx: ProjectContext): Promise<string> {
  const projects = await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))
  return projects.find(({ id }) => id === ctx.project.id)?.name ?? 'project'
}

async function findSlug(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<string> {
  return new URL((await getLink(deps, ctx, linkId)).url).pathname.slice(1)
}
