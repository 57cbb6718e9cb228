import type { ExportQuery, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { getLink } from '../../links/index.ts'
import { type CsvFile, toCsvFile } from '../../platform/csv/csv-file.ts'
import type { Deps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import type { BreakdownDeps } from '../get-breakdown.ts'
import { requestedRange } from '../requested-range.ts'
import { exportFileName } from './export-file-name.ts'
import { openExportTable } from './export-table.ts'

/**
 * The result of another analytics call as a CSV file, read and written page by page. Throws what that call throws, and
 * REQUEST_INVALID for a breakdown without `by` or a link export without `url_id`.
 */
export async function exportAnalytics(deps: BreakdownDeps & Pick<Deps, 'log'>, ctx: ProjectContext, query: ExportQuery): Promise<CsvFile> {
  const { dates } = await requestedRange(deps, ctx, query)
  const table = openExportTable(deps, ctx, query)
  const { of, by, url_id: linkId } = query
  const fileName = exportFileName({
    project: await getProjectName(ctx),
    slug: linkId === undefined ? undefined : await findSlug(deps, ctx, linkId),
    of: (of === 'breakdown' && by) || of,
    from: dates.at(0),
    to: dates.at(-1),
  })
  return toCsvFile(table, fileName, deps.log)
}

async function findSlug(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<string> {
  return new URL((await getLink(deps, ctx, linkId)).url).pathname.slice(1)
}
