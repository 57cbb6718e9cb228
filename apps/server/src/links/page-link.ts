// Short URLs of pages of this instance, which are stores and products. Unlike other links, they lead to the public
// origin, and their destination changes with the address of the page. The destination is stored like the destination of
// other links, so that lists, searches and exports have it, but only this file writes it.
import type { LinkId, PageUrl, PageUrlDraft, ProjectId, StoreId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import { fail, type ProjectContext } from '../access/index.ts'
import { lockLinkDomain, selectDomainHost } from '../domains/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { toLink } from './get-link.ts'
import type { LinkRow } from './tables/link-columns.ts'
import { lockLinkForUpdate, type PageOfLink, selectLink, updateLinkRow } from './tables/link-table.ts'
import { insertNewLink } from './write/create-link.ts'
import { hasSlotForPageLink } from './write/page-link-limit.ts'

export type ShortAddress = Pick<LinkRow, 'host' | 'slug'>

type LinkablePage = PageOfLink & {
  address: string
  /** Other addresses of the page, which a draft can name too. */
  otherAddresses: readonly string[]
  /** The page's current short link. Null if the page has none. */
  currentId: LinkId | null
}

/**
 * Returns the page's current short link. Creates a link if the page has no short link, or if the draft names another
 * slug. An earlier link still leads to the page. The caller must have locked the page. Throws PAGE_URL_TARGET_FIXED,
 * PAGE_URL_LIMIT_REACHED, LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 */
export async function createPageLink(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { page, draft }: { page: LinkablePage; draft: PageUrlDraft },
): Promise<{ id: LinkId; pageUrl: PageUrl }> {
  const { address, otherAddresses, currentId, ...subject } = page
  const isPage = (target: string) => [address, ...otherAddresses].some((each) => new URL(each).href === new URL(target).href)
  if (draft.target !== undefined && !isPage(draft.target)) fail('PAGE_URL_TARGET_FIXED')
  const current = currentId === null ? undefined : await lockLinkForUpdate(tx, ctx.project.id, currentId)
  const isCurrent = current !== undefined && (draft.url === undefined || draft.url === current.slug)
  if (isCurrent) {
    const row = await updateLinkRow(tx, ctx.project.id, current.id, { target: address })
    return { id: row.id, pageUrl: toPageUrl(row, deps.origins) }
  }
  if (!(await hasSlotForPageLink(tx, ctx, subject.id))) fail('PAGE_URL_LIMIT_REACHED')
  const link = { target: address, labels: [], ...(draft.url !== undefined && { slug: draft.url }) }
  const domainId = await lockLinkDomain(tx, ctx, undefined)
  const row = await insertNewLink(tx, deps, ctx, { draft: link, domainId, page: subject })
  return { id: row.id, pageUrl: toPageUrl(row, deps.origins) }
}

/**
 * Selects the address of the link whose id is in the column. Null if there is no link, or the link was deleted. Relies
 * on links_pkey.
 */
export function selectShortAddress(column: string): RawBuilder<ShortAddress | null> {
  return sql`(select json_build_object('host', ${selectDomainHost(sql.ref('links.domain_id'))}, 'slug', slug)
    from links where links.id = ${sql.ref(column)} and deleted_at is null)`
}

/** Returns the short URL of a page. Undefined if the page has no short link, or the link was deleted. */
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

interface MovedPages {
  storeId: StoreId
  address: string
  /** If given, only the short URLs of these products change. */
  productIds?: readonly string[] | undefined
}

/**
 * Changes the destinations of short URLs of a store and its products to their current addresses. Deleted links that can
 * be restored change too. Relies on links_page_id_idx.
 */
export async function updatePageTargets(tx: Tx, projectId: ProjectId, { storeId, address, productIds }: MovedPages): Promise<void> {
  await sql`select set_config('linkshelf.has_same_page', 'on', true)`.execute(tx)
  await sql`
    with moved as materialized (
      select id, ${address}::text || case page_kind when 'product' then product_path(page_id) else '' end as address from links
      where project_id = ${projectId} and page_id is not null and (page_kind = 'product' or page_id = ${storeId}) and target <> ''
        and (${productIds ?? null}::uuid[] is null or page_id = any (${productIds ?? null}::uuid[]))
      order by id for no key update)
    update links set target = moved.address from moved where links.id = moved.id and links.target <> moved.address`.execute(tx)
  await sql`select set_config('linkshelf.has_same_page', 'off', true)`.execute(tx)
}

/**
 * Assigns short URLs to a store if they lead to one of its addresses. Archives of an earlier version do not say to
 * which store a short URL belongs. Until this call, such a link has its own id as `page_id`.
 */
export async function adoptStoreLinks(
  tx: Tx,
  projectId: ProjectId,
  { storeId, addresses, linkId }: { storeId: StoreId; addresses: readonly string[]; linkId: LinkId | null },
): Promise<void> {
  await sql`update links set page_id = ${storeId}
    where project_id = ${projectId} and page_kind = 'store' and page_id = id
      and (target = any (${addresses}::text[]) or id = ${linkId}::uuid)`.execute(tx)
}
