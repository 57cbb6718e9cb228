// The table `links`: the group of each column, and the columns that are selected for a link.
import type {
  DomainId,
  LinkAliasId,
  LinkDraft,
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
import { selectDomainHost } from '../../domains/index.ts'
import { createSettingsSubquery } from '../../integrations/index.ts'
import type { Tables } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    links: {
      id: LinkId
      organization_id: OrganizationId
      project_id: ProjectId
      /** Null if the link is on the instance's own domain. */
      domain_id: Generated<DomainId | null>
      slug: string
      /**
       * The id that each click at the main address records. Null if the link was created with this address, because
       * clicks at a link's first address record no id.
       */
      address_id: Generated<LinkAliasId | null>
      target: string
      /** Destination of a short URL. Null for other targets, and until the destination is known. */
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
       * Destinations of the short URLs among the shops, by short URL. Short URLs of earlier shops can still be in it.
       */
      expanded_shops: JSONColumnType<Record<string, string>, string | undefined>
      has_choice_page: Generated<boolean>
      /** The store or product whose page the link leads to, which may have been deleted. Null for other links. */
      page_kind: Generated<PageKind | null>
      page_id: Generated<StoreId | ProductId | null>
      /** Incremented when the response to visitors changes. */
      revision: Generated<number>
      created_at: Date
      deleted_at: Generated<Date | null>
      /** The slug that a deleted link had until another link got it. Null for other links. */
      taken_slug: Generated<string | null>
      search_text: Generated<string>
    }
  }
}

type Links = Tables['links']

/**
 * Group of each column. Content comes from the owner or from the destination's page, and is erased after the link is
 * deleted. Identity columns stay, because an address is never used again.
 */
export const linkColumnGroups = {
  id: 'identity',
  organization_id: 'identity',
  project_id: 'identity',
  domain_id: 'identity',
  slug: 'identity',
  address_id: 'identity',
  page_kind: 'identity',
  page_id: 'identity',
  created_at: 'identity',
  target: 'content',
  expanded_target: 'content',
  title: 'content',
  has_own_title: 'content',
  notes: 'content',
  labels: 'content',
  brand_logo: 'content',
  is_affiliated: 'content',
  shops: 'content',
  expanded_shops: 'content',
  has_choice_page: 'content',
  is_archived: 'state',
  is_pending: 'state',
  revision: 'state',
  deleted_at: 'state',
  taken_slug: 'state',
  search_text: 'state',
} as const satisfies Record<keyof Links, 'identity' | 'content' | 'state'>

type ContentColumn = { [Column in keyof Links]: (typeof linkColumnGroups)[Column] extends 'content' ? Column : never }[keyof Links]

export type LinkContent = Pick<Selectable<Links>, ContentColumn>

/** The content of an erased link. An empty `target` marks the link as erased. */
export const erasedContent: Readonly<LinkContent> = {
  target: '',
  expanded_target: null,
  title: null,
  has_own_title: false,
  notes: null,
  labels: [],
  brand_logo: null,
  is_affiliated: true,
  shops: [],
  expanded_shops: {},
  has_choice_page: false,
}

/** The fields of a draft that are content. Its other fields are the address of the link. */
export type ContentField = Exclude<keyof LinkDraft, 'slug' | 'domain'>

/** The column of each content field. Audit entries have all these fields, and an update can change each. */
export const contentFields = {
  target: 'target',
  title: 'title',
  notes: 'notes',
  labels: 'labels',
  affiliated: 'is_affiliated',
  shops: 'shops',
  choice_page: 'has_choice_page',
} as const satisfies Record<ContentField, ContentColumn>

/** Returns the columns of the given fields. A field and its column have the same type. */
export function toColumns(fields: Partial<Record<ContentField, unknown>>): Partial<LinkContent> {
  const given = Object.entries(contentFields).filter(([field]) => fields[field as ContentField] !== undefined)
  return Object.fromEntries(given.map(([field, column]) => [column, fields[field as ContentField]]))
}

/**
 * Returns column values as they are written. JSON is text, because the driver would write a list as a PostgreSQL array.
 */
export function toUpdate<Values extends Partial<LinkContent>>({ shops, expanded_shops, ...values }: Values) {
  return {
    ...values,
    ...(shops !== undefined && { shops: JSON.stringify(shops) }),
    ...(expanded_shops !== undefined && { expanded_shops: JSON.stringify(expanded_shops) }),
  }
}

const unselected = ['organization_id', 'project_id', 'page_kind', 'page_id', 'revision', 'deleted_at', 'taken_slug', 'search_text'] as const

const ownColumns = listColumnsExcept(unselected)

export function listColumnsExcept<Omitted extends keyof Links>(omitted: readonly Omitted[]): Exclude<keyof Links, Omitted>[] {
  const columns = Object.keys(linkColumnGroups) as (keyof Links)[]
  return columns.filter((column): column is Exclude<keyof Links, Omitted> => !(omitted as readonly string[]).includes(column))
}

interface StoredHealth {
  status: LinkHealthStatus
  reason: LinkHealthReason | null
  checked_at: string | null
  checking: boolean
}

/**
 * State of the link's checks. Null in the result of the INSERT, because a trigger adds the row of link_checks
 * afterwards.
 */
const health = sql<StoredHealth | null>`(
  select json_build_object('status', status, 'reason', reason, 'checked_at', checked_at, 'checking', is_requested)
  from link_checks where link_id = links.id)`

/** The host of the link's domain; null if the link is on the instance's own domain. */
export const host = selectDomainHost(sql.ref('links.domain_id'))

/** Name of the file with the site's icon. Null if there is no icon. Relies on site_icons_pkey. */
const icon = sql<string | null>`(
  select digest from site_icons where organization_id = links.organization_id and site = link_site(links.target, links.expanded_target))`

/**
 * The store or product whose page the link leads to, with its current name. Relies on stores_pkey and products_pkey.
 */
const page = sql<LinkedPage | null>`(
  select json_build_object('kind', links.page_kind, 'id', links.page_id, 'name', case links.page_kind
    when 'store' then (select name from stores where stores.id = links.page_id)
    else (select name from products where products.id = links.page_id) end)
  where links.page_id is not null)`

/** The project's integrations as text. The text is the same in all rows of a page, so it is parsed only once. */
const integrations = sql<string | null>`${createSettingsSubquery(sql.ref('links.project_id'))}::text`

export const linkColumns = [
  ...ownColumns,
  host.as('host'),
  health.as('health'),
  icon.as('icon'),
  page.as('page'),
  integrations.as('integrations'),
] as const

export type LinkRow = Pick<Selectable<Links>, (typeof ownColumns)[number]> & {
  host: string | null
  health: StoredHealth | null
  icon: string | null
  page: LinkedPage | null
  integrations: string | null
}
