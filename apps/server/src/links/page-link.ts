// Short URLs of pages of this instance: stores and products. Such a link leads to the public origin, as no other link
// may, and follows the address of its page. Its destination is stored as that of every link, so that lists, searches
// and exports have it, and is written here only.
import type { LinkId, PageUrl, PageUrlDraft, ProductId, ProjectId, StoreId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, type ProjectContext } from '../access/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { toLink } from './get-link.ts'
import { type LinkRow, lockLinkForUpdate, type PageOfLink, selectLink, updateLinkRow } from './tables/link-table.ts'
import { insertNewLink } from './write/create-link.ts'

type LinkablePage = PageOfLink & {
  address: string
  /** The page's present short link, if it has one. */
  currentId: LinkId | null
}

/**
 * The page's present short link, or a new one when it has none, or when the draft names another slug; the earlier link
 * leads to the page too. Throws PAGE_URL_TARGET_FIXED, LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 */
export async function createPageLink(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { page, draft }: { page: LinkablePage; draft: PageUrlDraft },
): Promise<{ id: LinkId; pageUrl: PageUrl }> {
  const { address, currentId, ...subject } = page
  if (draft.target !== undefined && new URL(draft.target).href !== new URL(address).href) fail('PAGE_URL_TARGET_FIXED')
  const current = currentId === null ? undefined : await lockLinkForUpdate(tx, ctx.project.id, currentId)
  const isCurrent = current !== undefined && (draft.url === undefined || draft.url === current.slug)
  const row = isCurrent
    ? await updateLinkRow(tx, ctx.project.id, current.id, { target: address })
    : await insertNewLink(tx, deps, ctx, { target: address, labels: [], ...(draft.url !== undefined && { slug: draft.url }) }, subject)
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

/**
 * Lets the short URLs of a store and of its project's products lead below the store's present address, those of links
 * whose deletion may be taken back too. Relies on links_page_id_idx.
 */
export async function updatePageTargets(
  tx: Tx,
  projectId: ProjectId,
  { storeId, address }: { storeId: StoreId; address: string },
): Promise<void> {
  await sql`select set_config('linkshelf.has_same_page', 'on', true)`.execute(tx)
  await sql`
    with moved as materialized (
      select id, ${address}::text || case page_kind when 'product' then '/p/' || page_id else '' end as address from links
      where project_id = ${projectId} and page_id is not null and (page_kind = 'product' or page_id = ${storeId}) and target <> ''
      order by id for no key update)
    update links set target = moved.address from moved where links.id = moved.id and links.target <> moved.address`.execute(tx)
  await sql`select set_config('linkshelf.has_same_page', 'off', true)`.execute(tx)
}

/**
 * Turns the links that stores or products of a project name into short URLs of their pages, where they lead to a store
 * page of this instance: archives of earlier versions say no more. The others are ordinary links, and their pages have
 * no short URL.
 */
export async function adoptPageLinks(
  tx: Tx,
  { origins }: Pick<OriginDeps, 'origins'>,
  projectId: ProjectId,
  { pageIds, table }: { pageIds: readonly (StoreId | ProductId)[]; table: 'stores' | 'products' },
): Promise<void> {
  const kind = table === 'stores' ? 'store' : 'product'
  await sql`
    update links set page_kind = ${kind}, page_id = pages.id from ${sql.table(table)} as pages
    where pages.project_id = ${projectId} and pages.id = any (${pageIds}::uuid[]) and links.id = pages.short_link_id
      and links.project_id = ${projectId} and links.page_id is null and starts_with(links.target, ${`${origins.public}/@`})
      and links.shops = '[]' and not links.has_choice_page`.execute(tx)
  await sql`
    update ${sql.table(table)} as pages set short_link_id = null
    where project_id = ${projectId} and id = any (${pageIds}::uuid[]) and short_link_id is not null
      and not exists (select from links where links.id = short_link_id and page_id = pages.id)`.execute(tx)
}
