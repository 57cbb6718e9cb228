// Every statement that writes `featured_links`.
import type { FeaturedLinkDraft, LinkId, OrganizationId, ProjectId, StoreId } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { lockExistingLinksForShare } from '../links/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type ScheduleColumns, toScheduleColumns } from './schedule.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    featured_links: ScheduleColumns & {
      organization_id: OrganizationId
      project_id: ProjectId
      store_id: StoreId
      link_id: LinkId
      title: string
      is_ad: boolean
      rank: number
    }
  }
}

/**
 * Replaces the featured links of a store, in this order. The caller has locked the store. Throws LINK_NOT_FOUND for a
 * link that the project does not have.
 */
export async function replaceFeaturedLinks(
  tx: Tx,
  { organization, project }: ProjectContext,
  storeId: StoreId,
  links: readonly FeaturedLinkDraft[],
): Promise<void> {
  const ids = links.map(({ url_id }) => url_id)
  if ((await lockExistingLinksForShare(tx, project.id, ids)).length < ids.length) fail('LINK_NOT_FOUND')
  await tx.deleteFrom('featured_links').where('project_id', '=', project.id).where('store_id', '=', storeId).execute()
  if (links.length === 0) return
  const key = { organization_id: organization.id, project_id: project.id, store_id: storeId }
  await tx
    .insertInto('featured_links')
    .values(
      links.map(({ url_id, title, ad, ...schedule }, rank) => ({
        ...key,
        link_id: url_id,
        title,
        is_ad: ad,
        rank,
        ...toScheduleColumns(schedule),
      })),
    )
    .execute()
}
