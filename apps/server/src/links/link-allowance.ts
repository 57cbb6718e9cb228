// Every statement that touches `link_counts` is here.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    link_counts: { project_id: string; organization_id: string; link_count: number }
  }
}

/** Counts one more link against the plan; false when it would be more than `limit`. One statement: two at once can't both take the last place. */
export async function takeLinkAllowance(tx: Tx, organizationId: string, projectId: string, limit: number): Promise<boolean> {
  const taken = await tx
    .insertInto('link_counts')
    .values({ project_id: projectId, organization_id: organizationId, link_count: 1 })
    .onConflict((counted) =>
      counted
        .column('project_id')
        .doUpdateSet({ link_count: sql`link_counts.link_count + 1` })
        .where(sql<boolean>`link_counts.link_count < ${Math.min(limit, 2_147_483_647)}`),
    )
    .returning('project_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function giveBackLinkAllowance(tx: Tx, projectId: string, linkCount: number): Promise<void> {
  await tx
    .updateTable('link_counts')
    .set({ link_count: sql`link_count - ${linkCount}` })
    .where('project_id', '=', projectId)
    .execute()
}
