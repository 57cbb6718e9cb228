// The table `links`, and the columns with which a link is selected.
import type {
  DomainId,
  LinkedPage,
  LinkHealthReason,
  LinkHealthStatus,
  LinkId,
  LinkShop,
  OrganizationId,
  PageKind,
  ProductId,
  ProjectId,
  StoreId,
} from '@linkshelf/contract'
import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import { settingsOfProject } from '../../integrations/index.ts'
import type { Tables } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    links: {
      id: LinkId
      organization_id: OrganizationId
      project_id: ProjectId
      /** Null on the instance's own domain. */
      domain_id: Generated<DomainId | null>
      slug: string
      target: string
      /** The destination of a short URL; null for others, and until it is known. */
      expanded_target: Generated<string | null>
      title: string | null
      has_own_title: Generated<boolean>
      notes: Generated<string | null>
      labels: Generated<string[]>
      brand_logo: Generated<string | null>
      is_archived: Generated<boolean>
      is_pending: Generated<boolean>
      is_affiliated: Generated<boolean>
      shops: JSONColumnType<LinkShop[], string | undefined>
      /**
       * The destinations of short URLs among the shops, by their address; those of earlier shops may still be in it.
       */
      expanded_shops: JSONColumnType<Record<string, string>, string | undefined>
      has_choice_page: Generated<boolean>
      /** The store or product whose page a short URL leads to, which may be deleted; null for other links. */
      page_kind: Generated<PageKind | null>
      page_id: Generated<StoreId | ProductId | null>
      created_at: Date
      deleted_at: Generated<Date | null>
      search_text: Generated<string>
    }
  }
}

const ownColumns = [
  'id',
  'domain_id',
  'slug',
  'target',
  'expanded_target',
  'title',
  'has_own_title',
  'notes',
  'labels',
  'brand_logo',
  'is_archived',
  'is_pending',
  'is_affiliated',
  'shops',
  'expanded_shops',
  'has_choice_page',
  'created_at',
] as const

interface StoredHealth {
  status: LinkHealthStatus
  reason: LinkHealthReason | null
  checked_at: string | null
  checking: boolean
}

/** Null in what the statement returns that inserts the link: a trigger adds the row of link_checks after it. */
const health = sql<StoredHealth | null>`(
  select json_build_object('status', status, 'reason', reason, 'checked_at', checked_at, 'checking', is_requested)
  from link_checks where link_id = links.id)`

/** The host of the link's domain; null on the instance's own. Relies on domains_pkey. */
export const host = sql<string | null>`(select host from domains where domains.id = links.domain_id)`

/** Names the file of the icon of the site; null while there is none. Relies on site_icons_pkey. */
const icon = sql<string | null>`(
  select digest from site_icons where organization_id = links.organization_id and site = link_site(links.target, links.expanded_target))`

/** The page of a store or product, by its present name. Relies on stores_pkey and products_pkey. */
const page = sql<LinkedPage | null>`(
  select json_build_object('kind', links.page_kind, 'id', links.page_id, 'name', case links.page_kind
    when 'store' then (select name from stores where stores.id = links.page_id)
    else (select name from products where products.id = links.page_id) end)
  where links.page_id is not null)`

/** The integrations of its project as text, which is the same for all rows of a page and so parsed once. */
const integrations = sql<string | null>`${settingsOfProject(sql.ref('links.project_id'))}::text`

export const linkColumns = [
  ...ownColumns,
  host.as('host'),
  health.as('health'),
  icon.as('icon'),
  page.as('page'),
  integrations.as('integrations'),
] as const

export type LinkRow = Pick<Selectable<Tables['links']>, (typeof ownColumns)[number]> & {
  host: string | null
  health: StoredHealth | null
  icon: string | null
  page: LinkedPage | null
  integrations: string | null
}
