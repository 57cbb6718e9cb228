// Adds the domains that an imported archive names. An archive is untrusted input, and adding a domain normally counts
// towards the plan and causes DNS checks. Therefore the hosts of an archive become released domains, which do nothing
// until an owner adds them.
import { randomBytes } from 'node:crypto'
import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { OrganizationContext } from '../access/index.ts'
import type { CoreDeps, OriginDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { isOwnHost } from './seen-records.ts'

interface ReservedDomain {
  /** Null stands for the instance's own domain. */
  id: DomainId | null
  isServing: boolean
}

/**
 * Returns the domains with these hosts, in any state, by host. Adds the domains that the organization does not have.
 * First deletes the organization's released domains that no link or alias uses, because no plan limits their number.
 */
export async function reserveDomains(
  tx: Tx,
  { ids, origins }: Pick<CoreDeps, 'ids'> & Pick<OriginDeps, 'origins'>,
  { organization, now }: OrganizationContext,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, ReservedDomain>> {
  const reserved = new Map<string, ReservedDomain>(hosts.map((host) => [host, { id: null, isServing: true }]))
  const foreign = hosts.filter((host) => !isOwnHost(host, origins))
  if (foreign.length === 0) return reserved
  await deleteUnusedDomains(tx, organization.id)
  await tx
    .insertInto('domains')
    .values(
      foreign.map((host) => ({
        id: ids.next<DomainId>(),
        organization_id: organization.id,
        host,
        token: randomBytes(16).toString('hex'),
        ...{ created_at: now, status_since: now, checking_since: now, released_at: now },
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'host']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('domains')
    .select(['id', 'host', 'is_serving'])
    .where('organization_id', '=', organization.id)
    .where('host', '=', sql<string>`any (${foreign}::text[])`)
    .execute()
  for (const { id, host, is_serving } of rows) reserved.set(host, { id, isServing: is_serving })
  return reserved
}

/**
 * Deletes released domains that no link or alias uses, for example because the links were deleted with their project.
 */
export async function deleteUnusedDomains(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await tx
    .deleteFrom('domains')
    .where('organization_id', '=', organizationId)
    .where('released_at', 'is not', null)
    .where(sql<boolean>`not exists (select from links where domain_id = domains.id)`)
    .where(sql<boolean>`not exists (select from link_aliases where domain_id = domains.id)`)
    .execute()
}
