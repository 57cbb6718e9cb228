// Short links to pages of this instance: stores and products. They are links like any other, except that they may
// lead to the public origin.
import type { LinkId, PageUrl, PageUrlDraft } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { toLink } from './get-link.ts'
import { type LinkRow, lockLinkForUpdate, selectLink, updateLinkRow } from './tables/link-table.ts'
import { insertNewLink } from './write/create-link.ts'

interface PageLinkInput {
  /** The address of the page. */
  page: string
  /** The page's present short link, if it has one. */
  currentId: LinkId | null
  draft: PageUrlDraft
}

/**
 * The page's present short link, or a new one when it has none, or when the draft names another slug; the earlier link
 * then stays as it is. Throws PAGE_URL_TARGET_FIXED, LINK_LIMIT_REACHED, LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 */
export async function createPageLink(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { page, currentId, draft }: PageLinkInput,
): Promise<{ id: LinkId; pageUrl: PageUrl }> {
  if (draft.target !== undefined && new URL(draft.target).href !== new URL(page).href) fail('PAGE_URL_TARGET_FIXED')
  const current = currentId === null ? undefined : await lockLinkForUpdate(tx, ctx.project.id, currentId)
  const isCurrent = current !== undefined && (draft.url === undefined || draft.url === current.slug)
  const row = isCurrent
    ? await updateLinkRow(tx, ctx.project.id, current.id, { target: page })
    : await insertNewLink(tx, deps, ctx, { target: page, labels: [], ...(draft.url !== undefined && { slug: draft.url }) })
  return { id: row.id, pageUrl: toPageUrl(row, deps.origins) }
}

/** Undefined when the page has no short link, or the link was deleted. */
export async function selectPageUrl(
  tx: Tx,
  { origins }: OriginDeps,
  ctx: ProjectContext,
  linkId: LinkId | null,
): Promise<PageUrl | undefined> {
  const row = linkId === null ? undefined : await selectLink(tx, ctx.project.id, linkId)
  return row && toPageUrl(row, origins)
}

function toPageUrl(row: LinkRow, origins: Origins): PageUrl {
  const { url, target } = toLink(row, origins)
  return { url, target }
}
