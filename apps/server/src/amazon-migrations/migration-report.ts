import { type AmazonMigrationId, amazonMigrationOutcomeLabels, amazonMigrationReasonTexts, type LinkId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../access/index.ts'
import type { Cell } from '../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile } from '../platform/csv/csv-file.ts'
import type { Deps } from '../platform/deps.ts'
import { readMigrationLinks, withLinks } from './links/list-migration-links.ts'
import { selectMigration } from './migration-table.ts'

const columns = ['url_id', 'url', 'outcome', 'reason', 'target_before', 'target_after', 'target_now', 'undo', 'shops_before', 'shops_after']
const rowsPerPage = 1_000

/** Returns the outcome of each link as CSV. Throws AMAZON_MIGRATION_NOT_FOUND. */
export async function getMigrationReport(
  deps: Pick<Deps, 'log' | 'origins'>,
  ctx: ProjectContext,
  id: AmazonMigrationId,
): Promise<CsvFile> {
  const run = (await read(ctx, (tx) => selectMigration(tx, ctx.project.id, id))) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
  const name = `amazon-migration-${run.created_at.toISOString().slice(0, 10)}.csv`
  return toCsvFile({ columns, pages: linkPages(deps, ctx, id) }, name, deps.log)
}

async function* linkPages(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, id: AmazonMigrationId): AsyncGenerator<Cell[][], void, void> {
  let after: LinkId | undefined
  let hasMore = true
  while (hasMore) {
    const rows = await readMigrationLinks(ctx, id, { after, limit: rowsPerPage })
    yield (await withLinks(deps, ctx, rows)).map(({ url_id, link, outcome, reason, target_before, target_after, shops, undo }) => [
      url_id,
      link?.url ?? null,
      amazonMigrationOutcomeLabels[outcome],
      reason && amazonMigrationReasonTexts[reason],
      target_before,
      target_after,
      link?.target ?? null,
      undo,
      shops.map(({ before }) => before).join(' ') || null,
      shops.map(({ after }) => after).join(' ') || null,
    ])
    hasMore = rows.length === rowsPerPage
    after = rows.at(-1)?.link_id
  }
}
