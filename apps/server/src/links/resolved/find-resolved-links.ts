import type { LinkShop } from '@linkshelf/contract'
import { sql } from 'kysely'
import { createSettingsSubquery, parseIntegrations } from '../../integrations/visitors.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { parseAddressKey } from '../tables/link-address.ts'
import { resolveAffiliation } from './affiliate.ts'
import { type ResolvedLink, toResolvedLink } from './resolved-link.ts'

/**
 * `gone` means that the link was deleted, alone or with its project or organization. `invalid` means that its
 * destination is not an http(s) address.
 */
export type FoundLink = { kind: 'link'; link: ResolvedLink } | { kind: 'gone' } | { kind: 'invalid' }

const GONE = { kind: 'gone' } as const
const INVALID = { kind: 'invalid' } as const

interface LinkRow {
  address: string
  alias_id: string | null
  id: string | null
  project_id: string | null
  organization_id: string | null
  revision: number | null
  target: string | null
  expanded_target: string | null
  title: string | null
  shops: LinkShop[]
  expanded_shops: Record<string, string>
  has_choice_page: boolean
  is_affiliated: boolean
  integrations: unknown
  is_deleted: boolean
  is_page_deleted: boolean
}

/**
 * Loads the links of many addresses in one query, by the keys of `formatAddressKey`. Skips addresses that were never
 * used. `db` uses the visitors' role, which can select only these columns. Relies on slugs_pkey, links_address_key,
 * links_pkey and integrations_pkey. For short URLs of pages, it relies on stores_pkey, stores_project_id_key and
 * products_pkey.
 */
export async function findResolvedLinks(db: Db, addresses: readonly string[]): Promise<Map<string, FoundLink>> {
  const parsed = addresses.map(parseAddressKey)
  const domainIds = parsed.map(({ domainId }) => domainId)
  const slugs = parsed.map(({ slug }) => slug)
  const { rows } = await sql<LinkRow>`
    select wanted.address, slugs.alias_id, links.id, links.project_id, links.organization_id, links.revision, links.target, links.expanded_target, links.title, links.shops, links.expanded_shops, links.has_choice_page,
      links.is_affiliated, ${createSettingsSubquery(sql.ref('links.project_id'))} as integrations, links.deleted_at is not null as is_deleted,
      ${isPageDeleted} as is_page_deleted
    from unnest(${addresses}::text[], ${domainIds}::uuid[], ${slugs}::text[]) as wanted (address, domain_id, slug)
    join slugs on slugs.slug = wanted.address
    left join links on links.id = coalesce(
      slugs.alias_of,
      (select id from links as placed where placed.slug = wanted.slug and placed.domain_id = wanted.domain_id),
      (select id from links as placed where placed.slug = wanted.slug and placed.domain_id is null and wanted.domain_id is null)
    )`.execute(db)
  return new Map(rows.map((row) => [row.address, toFoundLink(row)]))
}

/** True if the page of a short URL was deleted. A product has a page only while its project has a store. */
const isPageDeleted = sql`case links.page_kind
  when 'store' then not exists (select from stores where stores.id = links.page_id and stores.project_id = links.project_id)
  when 'product' then not exists (
    select from products join stores on stores.project_id = products.project_id
    where products.id = links.page_id and products.project_id = links.project_id)
  else false end`

/** Returns the title of a link, for a page that shows it. `db` uses the visitors' role. Relies on links_pkey. */
export async function findLinkTitle(db: Db, linkId: string): Promise<string | undefined> {
  const { rows } = await sql<{ title: string | null }>`select title from links where id = ${linkId}`.execute(db)
  return rows[0]?.title ?? undefined
}

function toFoundLink(row: LinkRow): FoundLink {
  const {
    id: linkId,
    project_id: projectId,
    organization_id: organizationId,
    revision,
    target,
    expanded_target: expandedTarget,
    title,
    shops,
    expanded_shops: expandedShops,
    has_choice_page: hasChoicePage,
    is_affiliated: isAffiliated,
  } = row
  if (row.is_deleted || linkId === null || projectId === null || organizationId === null || revision === null || target === null)
    return GONE
  const integrations = parseIntegrations(row.integrations)
  const link = toResolvedLink({
    linkId,
    projectId,
    organizationId,
    revision,
    ...(row.alias_id !== null && { aliasId: row.alias_id }),
    ...(row.is_page_deleted && { isPageDeleted: true }),
    ...resolveAffiliation({ target, expandedTarget, title, shops, expandedShops, hasChoicePage, isAffiliated, integrations }),
  })
  return link === undefined ? INVALID : { kind: 'link', link }
}
