// Every statement on `link_aliases`. Triggers register the address of an alias in `slugs`, so that no link can ever
// have this address. They also announce the address to edges.
import type { DomainId, LinkAliasId, LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { selectDomainHost } from '../../domains/index.ts'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_aliases: {
      id: LinkAliasId
      organization_id: OrganizationId
      project_id: ProjectId
      link_id: LinkId
      /** Null if the alias is on the instance's own domain. */
      domain_id: DomainId | null
      slug: string
      created_at: Date
    }
  }
}

const ownColumns = ['id', 'domain_id', 'slug', 'created_at'] as const

/** The host of the alias's domain; null if the alias is on the instance's own domain. */
const host = selectDomainHost(sql.ref('link_aliases.domain_id'))

const aliasColumns = [...ownColumns, host.as('host')] as const

export type AliasRow = Pick<Selectable<Tables['link_aliases']>, (typeof ownColumns)[number]> & { host: string | null }

export interface Address {
  domainId: DomainId | null
  slug: string
}

/** Selects the aliases of a link, oldest first. Relies on link_aliases_link_id_idx. */
export function selectAliases(tx: Tx, linkId: LinkId): Promise<AliasRow[]> {
  return tx.selectFrom('link_aliases').select(aliasColumns).where('link_id', '=', linkId).orderBy('created_at').orderBy('id').execute()
}

/**
 * Returns the inserted alias, or undefined if the address is, or ever was, in use. The caller must have locked the
 * link.
 */
export function insertAlias(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  { id, linkId, domainId, slug }: Address & { id: LinkAliasId; linkId: LinkId },
): Promise<AliasRow | undefined> {
  return tx
    .insertInto('link_aliases')
    .values({
      id,
      organization_id: organization.id,
      project_id: project.id,
      link_id: linkId,
      domain_id: domainId,
      slug,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(aliasColumns)
    .executeTakeFirst()
}

/** The caller must have locked the link. */
export async function deleteAlias(tx: Tx, aliasId: LinkAliasId): Promise<void> {
  await tx.deleteFrom('link_aliases').where('id', '=', aliasId).execute()
}
