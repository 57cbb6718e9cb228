import { affiliateSettingsOf, type LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { parseIntegrations } from '../../affiliates/index.ts'
import { type FoundProblems, problemsOfLink } from './problems-of-link.ts'
import { selectIntegrations, selectReportRows } from './report-table.ts'

/** One transaction reads this many links: tagging them takes milliseconds in which the process answers nothing else. */
const rowsPerRead = 500

export interface FoundLink extends FoundProblems {
  id: LinkId
}

/** Reads every link of a project with what is wrong with it, page by page, from behind `after` on. */
export async function* readReport(ctx: ProjectContext, after?: LinkId): AsyncGenerator<FoundLink[], void, void> {
  const { project } = ctx
  const settings = affiliateSettingsOf(parseIntegrations(await read(ctx, (tx) => selectIntegrations(tx, project.id))))
  let last = after
  let hasMore = true
  while (hasMore) {
    const rows = await read(ctx, (tx) => selectReportRows(tx, project.id, { after: last, limit: rowsPerRead }))
    yield rows.map((row) => ({ id: row.id, ...problemsOfLink(row, settings) }))
    hasMore = rows.length === rowsPerRead
    last = rows.at(-1)?.id
  }
}
