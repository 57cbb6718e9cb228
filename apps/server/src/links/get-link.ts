import type { Link, LinkId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../access/index.ts'
import { selectLabelName } from '../labels/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countUnarchivedLinks, selectExistingLinkIds, selectLink, selectLinkIdsWithLabel, selectLinks } from './tables/link-table.ts'
import { toLink } from './to-link.ts'

/** Throws LINK_NOT_FOUND. */
export async function getLink({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  const row = await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))
  return row ? toLink(row, origins) : fail('LINK_NOT_FOUND')
}

/** Returns the links with these ids, by id. Skips those that are deleted or of another project. */
export async function findLinks(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  linkIds: readonly string[],
): Promise<Map<string, Link>> {
  if (linkIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectLinks(tx, ctx.project.id, linkIds as readonly LinkId[]))
  return new Map(rows.map((row) => [row.id, toLink(row, origins)]))
}

/** How many links of the project are neither archived nor deleted. */
export function countActiveLinks(ctx: ProjectContext): Promise<number> {
  return read(ctx, (tx) => countUnarchivedLinks(tx, ctx.project.id))
}

/** Returns the ids that belong to links of the project that are not deleted. */
export async function findExistingLinkIds(ctx: ProjectContext, linkIds: readonly string[]): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set()
  return new Set<string>(await read(ctx, (tx) => selectExistingLinkIds(tx, ctx.project.id, linkIds as readonly LinkId[])))
}

/**
 * The links of the project that have a label and are not deleted, archived ones included. A name is compared as
 * labels are: without case.
 */
export function findLinkIdsWithLabel(ctx: ProjectContext, label: string): Promise<LinkId[]> {
  return read(ctx, async (tx) => {
    const spelling = await selectLabelName(tx, ctx.project.id, label)
    return spelling === undefined ? [] : selectLinkIdsWithLabel(tx, ctx.project.id, spelling)
  })
}
