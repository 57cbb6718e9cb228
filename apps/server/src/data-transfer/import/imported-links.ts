// Inserts the links and aliases of an archive. They get the same addresses as before. If an address is taken here, a
// note names it.
import { aliasesPerLink, type DomainId, type LinkId, type LinkShop, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import { findServedAddresses, reserveDomains, selectLinkDomains } from '../../domains/index.ts'
import { insertWithSlugs, isAllowedDestination, isReserved, type NewLink, recountLinks } from '../../links/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type InsertDeps, insertRows, type RowsOfProject, selectPresentIds } from './insert-rows.ts'
import type { TableRow } from './parse-rows.ts'

/** Inserts links and returns notes. If a slug is taken here or reserved, the link gets a generated slug. */
export async function insertLinks(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const { projectId } = given
  // If an owner deleted the project during the import, nothing is inserted.
  if (!(await lockProjectForShare(tx, projectId))) return []
  const labels = new Set(await selectLabelNames(tx, projectId))
  const { rows: placed, notes } = await placeRows(tx, deps, ctx, given)
  const served = await findServedAddresses(tx, placed.flatMap(listDestinations))
  const links = placed.flatMap((row) => {
    const target = toOwnPage(String(row.target), deps, served)
    if (target === undefined) notes.push(`The link ${formatAddress(row)} leads to a short link, and is left out: ${row.target}`)
    return target === undefined
      ? []
      : [
          {
            ...row,
            target,
            shops: toOwnShops(row.shops as LinkShop[], deps, served),
            labels: (row.labels as string[]).filter((name) => labels.has(name)),
          } as TableRow,
        ]
  })
  const scope = { organization: ctx.organization, project: { id: projectId } }
  // This setting lets a trigger reuse slugs of the organization's undone import. It applies to this transaction only.
  await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
  await insertWithSlugs(tx, scope, links.filter(isAllowedAddress).map(toNewLink))
  const present = new Set(await selectPresentIds(tx, 'links', { projectId, rows: links }))
  const left = links.filter((link) => !present.has(String(link.id)))
  const renamed = await insertWithSlugs(
    tx,
    scope,
    left.map((link) => ({ ...toNewLink(link), slug: undefined })),
  )
  notes.push(
    ...left.map((link) => `The short name ${formatAddress(link)} is taken here. Its link is now ${renamed.get(link.id as LinkId)?.slug}.`),
  )
  await recountLinks(tx, ctx.organization.id, projectId)
  return notes
}

/** Locks the project against deletion until the transaction ends. Returns whether it exists. */
async function lockProjectForShare(tx: Tx, projectId: ProjectId): Promise<boolean> {
  const row = await tx.selectFrom('projects').select('id').where('id', '=', projectId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the row as a new link that is not pending. The type is guaranteed, because the schemas of the archive's
 * columns have validated each value.
 */
function toNewLink(row: TableRow): NewLink {
  return { ...row, is_pending: false } as NewLink
}

/**
 * Inserts aliases and returns notes. An alias that is taken here or reserved is omitted, because its link still has its
 * other address. Aliases above the limit of their link are omitted too.
 */
export async function insertAliases(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const { projectId, table } = given
  const { rows, notes } = await placeRows(tx, deps, ctx, given)
  await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
  const before = new Set(await selectPresentIds(tx, 'link_aliases', { projectId, rows }))
  const counts = await countAliases(tx, rows)
  const fitting = rows.filter((row) => {
    const { id, link_id } = row
    if (before.has(String(id))) return true
    const count = (counts.get(String(link_id)) ?? 0) + 1
    counts.set(String(link_id), count)
    return count <= aliasesPerLink && isAllowedAddress(row)
  })
  await insertRows(tx, ctx, { projectId, table, rows: fitting })
  const present = new Set(await selectPresentIds(tx, 'link_aliases', { projectId, rows }))
  const fits = new Set(fitting)
  const left = rows.filter(({ id }) => !present.has(String(id)))
  return [
    ...notes,
    ...left.map((row) =>
      fits.has(row) || !isAllowedAddress(row)
        ? `The alias ${formatAddress(row)} is taken here, and is left out.`
        : `The alias ${formatAddress(row)} is left out: a link has up to ${aliasesPerLink}.`,
    ),
  ]
}

/** Returns the number of stored aliases by link, for the links of these rows. */
async function countAliases(tx: Tx, aliases: readonly TableRow[]): Promise<Map<string, number>> {
  const linkIds = [...new Set(aliases.map(({ link_id }) => String(link_id)))]
  const { rows } = await sql<{ link_id: string; count: number }>`
    select link_id, count(*)::int as count from link_aliases where link_id = any (${linkIds}::uuid[]) group by link_id`.execute(tx)
  return new Map(rows.map(({ link_id, count }) => [link_id, count]))
}

/**
 * Converts a link's target. A store page of the exporting instance becomes the same page on this instance. Undefined if
 * the target leads to a short link. Any other target does not change.
 */
function toOwnPage(target: string, { origins, linksUrl }: InsertDeps, served: ReadonlySet<string>): string | undefined {
  const pages = `${new URL(linksUrl).origin}/@`
  if (target.startsWith(pages)) return `${origins.public}/@${target.slice(pages.length)}`
  return isAllowedDestination(target, origins) && !served.has(target) ? target : undefined
}

/** Removes shops whose address leads to a short link. */
function toOwnShops(shops: readonly LinkShop[], deps: InsertDeps, served: ReadonlySet<string>): LinkShop[] {
  return shops.flatMap((shop) => {
    const target = toOwnPage(shop.target, deps, served)
    return target === undefined ? [] : [{ ...shop, target }]
  })
}

interface PlacedRows {
  rows: TableRow[]
  notes: string[]
}

/**
 * Assigns each row to the domain of its host. If the organization does not have the domain, reserves it, like a
 * released domain: the addresses are stored, but serve nothing until the owner adds the domain.
 */
async function placeRows(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, { projectId, rows }: RowsOfProject): Promise<PlacedRows> {
  const hosts = [...new Set(rows.flatMap(({ domain }) => (typeof domain === 'string' ? [domain] : [])))]
  const reserved = await reserveDomains(tx, deps, ctx, hosts)
  const homeId = await findHomeDomain(tx, deps, ctx)
  const waiting = new Map([...reserved].flatMap(([host, { id, isServing }]) => (id === null || isServing ? [] : [[id, host] as const])))
  const known = await selectUsedDomains(tx, projectId, [...waiting.keys()])
  return {
    rows: rows.map((row) => ({ ...row, domain_id: typeof row.domain === 'string' ? (reserved.get(row.domain)?.id ?? null) : homeId })),
    notes: [...waiting].flatMap(([id, host]) => (known.has(id) ? [] : [formatWaitingNote(host)])),
  }
}

function formatWaitingNote(host: string): string {
  return `Links of ${host} lead nowhere until it is a verified domain of this organization. Add it under Settings → Domains.`
}

/**
 * Returns the domain with the exporting instance's host, if the organization has verified it. Otherwise null, which
 * stands for this instance's own domain.
 */
async function findHomeDomain(tx: Tx, { linksUrl }: InsertDeps, ctx: OrganizationContext): Promise<DomainId | null> {
  const { hostname } = new URL(linksUrl)
  const domain = (await selectLinkDomains(tx, ctx, [hostname])).get(hostname)
  return domain?.isServing && !domain.isArchived ? domain.id : null
}

/** Returns the given domains on which the project already has links or aliases. */
async function selectUsedDomains(tx: Tx, projectId: ProjectId, domainIds: readonly DomainId[]): Promise<ReadonlySet<DomainId>> {
  if (domainIds.length === 0) return new Set()
  const { rows } = await sql<{ domain_id: DomainId }>`
    select domain_id from links where project_id = ${projectId} and domain_id = any (${domainIds}::uuid[])
    union select domain_id from link_aliases where project_id = ${projectId} and domain_id = any (${domainIds}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.domain_id))
}

/**
 * Returns whether the slug is not reserved on the row's domain. The row must already have the `domain_id` of this
 * instance.
 */
function isAllowedAddress({ slug, domain_id }: TableRow): boolean {
  return !isReserved(String(slug), domain_id as DomainId | null)
}

/** Formats an address for a note. It contains the host only if the archive has one. */
function formatAddress({ domain, slug }: TableRow): string {
  return typeof domain === 'string' ? `${domain}/${slug}` : String(slug)
}

function listDestinations({ target, shops }: TableRow): string[] {
  return [String(target), ...(shops as LinkShop[]).map((shop) => shop.target)]
}

async function selectLabelNames(tx: Tx, projectId: ProjectId): Promise<string[]> {
  const rows = await tx.selectFrom('labels').select('name').where('project_id', '=', projectId).execute()
  return rows.map(({ name }) => name)
}
