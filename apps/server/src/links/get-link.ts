import type { Link, LinkId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countUnarchivedLinks, selectExistingLinkIds, selectLink } from './link-table.ts'
import { toLink } from './to-link.ts'

/** Throws LINK_NOT_FOUND. */
export async function getLink({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  const row = await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))
  return row ? toLink(row, origins) : fail('LINK_NOT_FOUND')
}

/** How many links of the project are neither archived nor deleted. */
export function countActiveLinks(ctx: ProjectContext): Promise<number> {
  return read(ctx, (tx) => countUnarchivedLinks(tx, ctx.project.id))
}

/** Which of these ids are links of the project that are not deleted. */
export async function findExistingLinkIds(ctx: ProjectContext, linkIds: readonly string[]): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set()
  return new Set<string>(await read(ctx, (tx) => selectExistingLinkIds(tx, ctx.project.id, linkIds as readonly LinkId[])))
}
