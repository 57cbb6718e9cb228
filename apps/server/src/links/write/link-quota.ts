// Every statement on `link_counts`, which stores how many links of each project the plan counts. The plan does not
// count short URLs of pages.
import type { OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkRow } from '../tables/link-columns.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_counts: { project_id: ProjectId; organization_id: OrganizationId; link_count: number }
  }
}

/** Returns whether the plan counts the link. */
export function isCounted({ page }: Pick<LinkRow, 'page'>): boolean {
  return page === null
}

/**
 * Counts one more link towards the limit. Returns false if the project already has `limit` links. This is one
 * statement, so that two concurrent transactions can't both use the last link of the limit.
 */
export async function consumeLinkQuota(tx: Tx, organizationId: OrganizationId, projectId: ProjectId, limit: number): Promise<boolean> {
  const counted = await tx
    .insertInto('link_counts')
    .values({ project_id: projectId, organization_id: organizationId, link_count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ link_count: sql`link_counts.link_count + 1` })
        .where(sql<boolean>`link_counts.link_count < ${Math.min(limit, 2_147_483_647)}`),
    )
    .returning('project_id')
    .executeTakeFirst()
  return counted !== undefined
}

/** Returns how many links the project can still add. */
export async function selectRemainingLinks(tx: Tx, { project, entitlements }: ProjectContext): Promise<number> {
  return Math.max(0, entitlements.linksPerProject - (await countProjectLinks(tx, project.id)))
}

/**
 * Like `selectRemainingLinks`, but locks the count until the transaction ends, so that no other transaction changes it.
 */
export async function lockRemainingLinks(tx: Tx, { organization, project, entitlements }: ProjectContext): Promise<number> {
  await tx
    .insertInto('link_counts')
    .values({ project_id: project.id, organization_id: organization.id, link_count: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
  const { link_count } = await tx
    .selectFrom('link_counts')
    .select('link_count')
    .where('project_id', '=', project.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Math.max(0, entitlements.linksPerProject - link_count)
}

/**
 * Counts several more links. The caller must have locked the quota. The caller must also have checked that enough links
 * remain, except when it restores links that the project had before.
 */
export async function consumeLockedLinkQuota(tx: Tx, projectId: ProjectId, linkCount: number): Promise<void> {
  await tx
    .updateTable('link_counts')
    .set({ link_count: sql`link_count + ${linkCount}` })
    .where('project_id', '=', projectId)
    .execute()
}

export async function countProjectLinks(tx: Tx, projectId: ProjectId): Promise<number> {
  const row = await tx.selectFrom('link_counts').select('link_count').where('project_id', '=', projectId).executeTakeFirst()
  return row?.link_count ?? 0
}

/**
 * Returns the number of links by project id. Projects of these organizations that never had a link are not in the map.
 */
export async function selectLinkCounts(tx: Tx, organizationIds: readonly OrganizationId[]): Promise<Map<string, number>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('link_counts')
    .select(['project_id', 'link_count'])
    .where('organization_id', 'in', organizationIds)
    .execute()
  return new Map(rows.map(({ project_id, link_count }) => [project_id, link_count]))
}

/** Returns the organization's project with the most links. Undefined if no project has ever had a link. */
export function selectProjectWithMostLinks(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<{ name: string; link_count: number } | undefined> {
  return tx
    .selectFrom('link_counts')
    .innerJoin('projects', 'projects.id', 'link_counts.project_id')
    .select(['projects.name', 'link_counts.link_count'])
    .where('link_counts.organization_id', '=', organizationId)
    .orderBy('link_counts.link_count', 'desc')
    .orderBy('projects.created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function releaseLinkQuota(tx: Tx, projectId: ProjectId, linkCount: number): Promise<void> {
  await tx
    .updateTable('link_counts')
    .set({ link_count: sql`link_count - ${linkCount}` })
    .where('project_id', '=', projectId)
    .execute()
}

export async function recountLinks(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<void> {
  await sql`insert into link_counts (project_id, organization_id, link_count)
    select ${projectId}, ${organizationId}, count(*) from links
    where project_id = ${projectId} and deleted_at is null and page_id is null
    on conflict (project_id) do update set link_count = excluded.link_count`.execute(tx)
}
