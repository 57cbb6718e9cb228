import {
  type AmazonMigrationId,
  type AmazonMigrationLink,
  type AmazonMigrationLinkQuery,
  amazonMigrationOutcomeLabels,
  amazonMigrationReasonTexts,
  type Link,
  type LinkId,
  type LinkShop,
  linkId,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read } from '../access/index.ts'
import { findLinks } from '../links/index.ts'
import type { Cell } from '../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile } from '../platform/csv/csv-file.ts'
import type { OriginDeps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import { type MigrationLinkPage, type MigrationLinkRow, selectMigrationLinks } from './migration-link-table.ts'
import { selectMigration } from './migration-table.ts'

const linkCursor = createPageCursor('amazon-migration-links', 1, z.object({ id: linkId }))

interface MigrationLinks {
  links: AmazonMigrationLink[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists the links in the order of creation. Throws AMAZON_MIGRATION_NOT_FOUND, and REQUEST_INVALID if this list did not
 * return the cursor.
 */
export async function listMigrationLinks(
  deps: OriginDeps,
  ctx: ProjectContext,
  { migrationId: id, query: { cursor, limit, ...filter } }: { migrationId: AmazonMigrationId; query: AmazonMigrationLinkQuery },
): Promise<MigrationLinks> {
  const position =
    cursor === undefined ? undefined : (linkCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // The query selects one row more than the page has. The extra row shows that there is a next page.
  const rows = await readMigrationLinks(ctx, { migrationId: id, ...filter, after: position?.id, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    links: await toMigrationLinks(deps, ctx, page),
    nextCursor: rows.length > limit && last ? linkCursor.encode({ id: last.link_id }) : undefined,
  }
}

/** Throws AMAZON_MIGRATION_NOT_FOUND. */
function readMigrationLinks(
  ctx: ProjectContext,
  { migrationId: id, ...page }: MigrationLinkPage & { migrationId: AmazonMigrationId },
): Promise<MigrationLinkRow[]> {
  return read(ctx, async (tx) => {
    ;(await selectMigration(tx, ctx.project.id, id)) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
    return selectMigrationLinks(tx, ctx.project.id, id, page)
  })
}

async function toMigrationLinks(deps: OriginDeps, ctx: ProjectContext, rows: readonly MigrationLinkRow[]): Promise<AmazonMigrationLink[]> {
  const links: ReadonlyMap<string, Link> = await findLinks(
    deps,
    ctx,
    rows.map((row) => row.link_id),
  )
  return rows.map(({ link_id, undo_outcome, shops_before, shops_after, ...row }) => ({
    url_id: link_id,
    link: links.get(link_id) ?? null,
    ...row,
    shops: toChangedShops(shops_before ?? [], shops_after ?? []),
    undo: undo_outcome,
  }))
}

/** Returns the shops whose target a run changed. A run does not reorder shops, so both lists have the same indexes. */
function toChangedShops(before: readonly LinkShop[], after: readonly LinkShop[]): AmazonMigrationLink['shops'] {
  return before.flatMap(({ place, name, target }, nth) => {
    const changed = after[nth]?.target ?? target
    return changed === target ? [] : [{ place, name, before: target, after: changed }]
  })
}

const columns = ['url_id', 'url', 'outcome', 'reason', 'target_before', 'target_after', 'target_now', 'undo', 'shops_before', 'shops_after']
const rowsPerPage = 1_000

/** Returns the outcome of each link as CSV. Throws AMAZON_MIGRATION_NOT_FOUND. */
export async function getMigrationReport(deps: OriginDeps, ctx: ProjectContext, id: AmazonMigrationId): Promise<CsvFile> {
  const run = (await read(ctx, (tx) => selectMigration(tx, ctx.project.id, id))) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
  const name = `amazon-migration-${run.created_at.toISOString().slice(0, 10)}.csv`
  return toCsvFile({ columns, pages: readLinkPages(deps, ctx, id) }, name, deps.log)
}

async function* readLinkPages(deps: OriginDeps, ctx: ProjectContext, id: AmazonMigrationId): AsyncGenerator<Cell[][], void, void> {
  let after: LinkId | undefined
  let hasMore = true
  while (hasMore) {
    const rows = await readMigrationLinks(ctx, { migrationId: id, after, limit: rowsPerPage })
    yield (await toMigrationLinks(deps, ctx, rows)).map(({ url_id, link, outcome, reason, target_before, target_after, shops, undo }) => [
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
