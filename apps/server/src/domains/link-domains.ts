// Statements on the domains of links and pages. Domains are locked before labels, links, products, categories and
// stores. A link locks its domain with `for key share`, so that links do not wait for each other. A page locks its
// domain for update, so that a page and a link can't get the same address at the root of the domain.
import type { DomainId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, type OrganizationContext, type ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

interface LinkDomain {
  id: DomainId
  isServing: boolean
  isArchived: boolean
}

/**
 * Returns the domain of a new short URL with this host. Null stands for the instance's own domain. If `host` is
 * undefined, returns the project's primary domain, or null if the project has no usable primary domain. Throws
 * DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export async function findLinkDomain(tx: Tx, ctx: ProjectContext, host: string | null | undefined): Promise<DomainId | null> {
  if (host === undefined) return (await queryPrimaryDomain(tx, ctx).executeTakeFirst())?.id ?? null
  return host === null ? null : toUsableId((await selectLinkDomains(tx, ctx, [host])).get(host))
}

/**
 * Like `findLinkDomain`, but locks the domain until the transaction ends. Owners who archive or release the domain wait
 * for this transaction. The transfer of the host to another organization waits too, because it locks this organization
 * first. Throws DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export async function lockLinkDomain(tx: Tx, ctx: ProjectContext, host: string | null | undefined): Promise<DomainId | null> {
  if (host === undefined) return (await queryPrimaryDomain(tx, ctx).forKeyShare().executeTakeFirst())?.id ?? null
  if (host === null) return null
  const row = await queryDomainsByHost(tx, ctx, [host]).forKeyShare().executeTakeFirst()
  return toUsableId(row && toLinkDomain(row))
}

/** Locks the organization's serving domains until the transaction ends, with the lock that `lockLinkDomain` uses. */
export async function lockServingDomains(tx: Tx, { organization }: OrganizationContext): Promise<void> {
  await tx
    .selectFrom('domains')
    .select('id')
    .where('organization_id', '=', organization.id)
    .where('is_serving', '=', true)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/**
 * Locks the own domains whose root shows the project's store, so that no link gets an address there until the
 * transaction ends. With `addsLinks`, also locks the project's primary domain, because the transaction adds links to
 * the project.
 */
export async function lockRootDomains(tx: Tx, projectId: ProjectId, { addsLinks = false } = {}): Promise<void> {
  await sql`
    select id from domains
    where is_serving and (store_project_id = ${projectId}
      or (${addsLinks} and id = (select primary_domain_id from projects where projects.id = ${projectId})))
    order by id for update`.execute(tx)
}

function toUsableId(domain: LinkDomain | undefined): DomainId {
  if (domain === undefined) fail('DOMAIN_NOT_FOUND')
  if (!domain.isServing) fail('DOMAIN_NOT_SERVING')
  return domain.isArchived ? fail('DOMAIN_ARCHIVED') : domain.id
}

/**
 * Queries the project's primary domain. A primary domain always serves and is not archived. The query checks both
 * again, because the domain can change while this transaction waits for the domain's lock.
 */
function queryPrimaryDomain(tx: Tx, { project }: ProjectContext) {
  return tx
    .selectFrom('domains')
    .select('id')
    .where('id', '=', (primary) => primary.selectFrom('projects').select('primary_domain_id').where('id', '=', project.id))
    .where('is_serving', '=', true)
    .where('archived_at', 'is', null)
}

function queryDomainsByHost(tx: Tx, { organization }: OrganizationContext, hosts: readonly string[]) {
  return tx
    .selectFrom('domains')
    .select(['id', 'host', 'is_serving', 'archived_at'])
    .where('organization_id', '=', organization.id)
    .where('host', '=', sql<string>`any (${hosts}::text[])`)
    .where('released_at', 'is', null)
}

function toLinkDomain({ id, is_serving, archived_at }: { id: DomainId; is_serving: boolean; archived_at: Date | null }): LinkDomain {
  return { id, isServing: is_serving, isArchived: archived_at !== null }
}

/** Returns the organization's domains with these hosts, in any state, by host. */
export async function selectLinkDomains(
  tx: Tx,
  ctx: OrganizationContext,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, LinkDomain>> {
  if (hosts.length === 0) return new Map()
  const rows = await queryDomainsByHost(tx, ctx, hosts).execute()
  return new Map(rows.map((row) => [row.host, toLinkDomain(row)]))
}

/**
 * Returns the organization's domain with this host, in any state. Undefined if the organization does not have the host.
 */
export async function findDomainId(tx: Tx, ctx: ProjectContext, host: string): Promise<DomainId | undefined> {
  return (await selectLinkDomains(tx, ctx, [host])).get(host)?.id
}

/**
 * Returns the organization's domain with this host, including a released domain. Relies on
 * domains_organization_id_host_key.
 */
export async function findDomainIdOrReleased(tx: Tx, { organization }: OrganizationContext, host: string): Promise<DomainId | undefined> {
  const domains = tx.selectFrom('domains').select('id').where('organization_id', '=', organization.id).where('host', '=', host)
  return (await domains.executeTakeFirst())?.id
}

/** Selects the own domains whose root shows the project's store. Relies on domains_store_project_id_idx. */
export async function selectRootDomains(tx: Tx, projectId: ProjectId): Promise<DomainId[]> {
  const served = tx.selectFrom('domains').select('id').where('is_serving', '=', true)
  const rows = await served.where('store_project_id', '=', projectId).where('root_url', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the addresses whose host is an own domain of any organization. A short link to one of these addresses is a
 * loop, or can become a loop.
 */
export async function findServedAddresses(tx: Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const hostByAddress = new Map(addresses.map((address) => [address, new URL(address).hostname.replace(/\.$/, '')]))
  if (hostByAddress.size === 0) return new Set()
  const { rows } = await sql<{ hosts: string[] }>`select find_served_hosts(${[...new Set(hostByAddress.values())]}) as hosts`.execute(tx)
  const served = new Set(rows[0]?.hosts)
  return new Set(addresses.filter((address) => served.has(hostByAddress.get(address) ?? '')))
}

/** Throws LINK_TARGET_FORBIDDEN if the host of an address is an own domain of any organization. */
export async function assertUnservedAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  if ((await findServedAddresses(tx, addresses)).size > 0) fail('LINK_TARGET_FORBIDDEN')
}
