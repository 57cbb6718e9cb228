import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteClicksOfLink } from './clicks-table.ts'

/** Deletes a link's stored clicks. Clicks that are still in a journal arrive later. Throws LINK_NOT_FOUND. */
export async function deleteLinkClicks(deps: Pick<Deps, 'clickhouse' | 'db' | 'origins'>, project: Project, linkId: string): Promise<void> {
  const link = await findLink(deps, project, linkId)
  await deleteClicksOfLink(deps.clickhouse, project.id, link.url_id)
}
