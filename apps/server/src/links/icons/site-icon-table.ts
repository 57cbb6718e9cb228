// Every statement on `site_icons`, except the subquery of `linkColumns`. `db` uses the database account of jobs, which
// can read and write the icons of every organization.
import type { OrganizationId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    site_icons: {
      organization_id: OrganizationId
      site: string
      page_url: string
      icon_url: string | null
      has_read_page: boolean
      is_requested: boolean
      next_fetch_at: Date
      fetched_at: Date | null
      failure_count: number
      digest: string | null
      bytes: Buffer | null
    }
  }
}

export type DueIcon = Pick<
  Selectable<Tables['site_icons']>,
  'organization_id' | 'site' | 'page_url' | 'icon_url' | 'has_read_page' | 'is_requested' | 'failure_count'
>

/** A fetched page of a site. */
export interface FetchedPage {
  /** The destination of the link. */
  target: string
  page_url: string
  icon_url: string | null
}

/**
 * Requests the icon of the page's site if it was never fetched, or was last fetched before `fetchedBefore`. If the last
 * attempt failed, it must have been before `failedBefore`. Returns the site, or undefined if no icon was requested. If
 * the request is lost, the icon is due again at `until`.
 */
export async function requestIcon(
  tx: Tx,
  { organization }: OrganizationContext,
  { target, page_url, icon_url }: FetchedPage,
  { fetchedBefore, failedBefore, until }: { fetchedBefore: Date; failedBefore: Date; until: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ site: string }>`
    insert into site_icons (organization_id, site, page_url, icon_url, has_read_page, is_requested, next_fetch_at)
    values (${organization.id}, link_site(${target}, null), ${page_url}, ${icon_url}, true, true, ${until})
    on conflict (organization_id, site) do update
      set page_url = excluded.page_url, icon_url = excluded.icon_url, has_read_page = true, is_requested = true, next_fetch_at = excluded.next_fetch_at
      where site_icons.fetched_at is null
        or site_icons.fetched_at < case when site_icons.failure_count = 0 then ${fetchedBefore}::timestamptz else ${failedBefore}::timestamptz end
    returning site`.execute(tx)
  return rows[0]?.site
}

/**
 * Adds the sites of links whose pages were never fetched, because the links are from imports or earlier versions.
 * Deletes sites that no link leads to. The added sites become due within an hour, in random order, so that an
 * organization with many sites does not delay others.
 */
export async function reconcileIcons(db: Db, now: Date): Promise<void> {
  await sql`
    with sites as materialized (select * from list_link_sites()), deleted as (
      delete from site_icons where created_at < ${now}::timestamptz - interval '1 hour'
        and not exists (select from sites where sites.organization_id = site_icons.organization_id and sites.site = site_icons.site))
    insert into site_icons (organization_id, site, page_url, next_fetch_at)
    select organization_id, site, page_url, ${now}::timestamptz + random() * interval '1 hour' from sites where site is not null
    on conflict do nothing`.execute(db)
}

/**
 * Returns icons that are due, and delays them until `until`. If the request for an icon is lost, the icon is due again
 * at that time. Organizations take turns. The organization whose outward requests were served longest ago comes first.
 * Relies on site_icons_next_fetch_at_idx.
 */
export async function leaseDueIcons(tx: Tx, now: Date, until: Date, limit: number): Promise<DueIcon[]> {
  const { rows } = await sql<DueIcon>`
    update site_icons set next_fetch_at = ${until}
    where (organization_id, site) in (
      select organization_id, site from site_icons join (
        select organization_id, site, row_number() over (partition by organization_id order by is_requested desc, next_fetch_at) as turn
        from site_icons where next_fetch_at <= ${now}
      ) as due using (organization_id, site) left join outward_turns using (organization_id)
      order by turn, served_at nulls first, next_fetch_at limit ${limit} for update of site_icons skip locked)
    returning organization_id, site, page_url, icon_url, has_read_page, is_requested, failure_count`.execute(tx)
  return rows
}

export function selectIcon(db: Db, organizationId: OrganizationId, site: string): Promise<DueIcon | undefined> {
  return db
    .selectFrom('site_icons')
    .select(['organization_id', 'site', 'page_url', 'icon_url', 'has_read_page', 'is_requested', 'failure_count'])
    .where('organization_id', '=', organizationId)
    .where('site', '=', site)
    .executeTakeFirst()
}

/**
 * Stores a fetched icon. The icon is then neither requested nor due, even if it was requested again in the meantime.
 */
export async function updateFetchedIcon(
  db: Db,
  { organization_id, site }: DueIcon,
  icon: { digest: string; bytes: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    update site_icons set digest = ${icon.digest}, bytes = ${icon.bytes}, fetched_at = ${now}, failure_count = 0,
      has_read_page = false, is_requested = false, next_fetch_at = 'infinity'
    where organization_id = ${organization_id} and site = ${site}`.execute(db)
}

/**
 * Records that no icon could be fetched. A stored icon stays. If `nextFetchAt` is undefined, the icon is not tried
 * again automatically.
 */
export async function updateMissingIcon(
  db: Db,
  { organization_id, site }: DueIcon,
  now: Date,
  nextFetchAt: Date | undefined,
): Promise<void> {
  await sql`
    update site_icons set fetched_at = ${now}, failure_count = failure_count + 1, has_read_page = false, is_requested = false,
      next_fetch_at = coalesce(${nextFetchAt ?? null}::timestamptz, 'infinity')
    where organization_id = ${organization_id} and site = ${site}`.execute(db)
}

/** Returns the icon file with this digest, of any organization. Relies on site_icons_digest_key. */
export async function findIcon(db: Db, digest: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer | null }>`select find_site_icon(${digest}) as bytes`.execute(db)
  return rows[0]?.bytes ?? undefined
}
