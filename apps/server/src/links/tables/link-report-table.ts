// The columns of a project's links that a report reads.
import type { LinkHealthStatus, LinkId, LinkShop, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'

export interface ReportRow {
  id: LinkId
  target: string
  expanded_target: string | null
  shops: LinkShop[]
  expanded_shops: Record<string, string>
  is_affiliated: boolean
  is_archived: boolean
  status: LinkHealthStatus | undefined
  page_url: string | null
  redirected_to: string | null
}

/** Links by id, from behind `after` on. Relies on links_project_id_idx. */
export async function selectLinkReportRows(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: LinkId | undefined; limit: number },
): Promise<ReportRow[]> {
  return tx
    .selectFrom('links')
    .leftJoin('link_checks', 'link_checks.link_id', 'links.id')
    .select([
      'links.id',
      'links.target',
      'links.expanded_target',
      'links.shops',
      'links.expanded_shops',
      'links.is_affiliated',
      'links.is_archived',
    ])
    .select(sql<LinkHealthStatus | undefined>`link_checks.status`.as('status'))
    .select(['link_checks.page_url', 'link_checks.redirected_to'])
    .where('links.project_id', '=', projectId)
    .where('links.deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('links.id', '>', after as LinkId))
    .orderBy('links.id')
    .limit(limit)
    .execute()
}
