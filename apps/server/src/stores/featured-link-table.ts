// Every statement that writes `featured_links`.
import type { FeaturedLinkDraft, LinkId, OrganizationId, ProjectId, StoreId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import { fail, type ProjectContext } from '../access/index.ts'
import { isRestorableLink, lockExistingLinksForShare, requestThumbnails } from '../links/index.ts'
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
      subtitle: Generated<string | null>
      image_url: Generated<string | null>
      has_thumbnail: Generated<boolean>
      is_ad: boolean
      rank: number
    }
  }
}

/**
 * Replaces the store's featured links, in the given order. Deleted links that can be restored stay. The caller has
 * locked the store. Throws LINK_NOT_FOUND if the project does not have one of the links.
 */
export async function replaceFeaturedLinks(
  tx: Tx,
  ctx: ProjectContext,
  storeId: StoreId,
  links: readonly FeaturedLinkDraft[],
): Promise<void> {
  const { organization, project } = ctx
  const ids = links.map(({ url_id }) => url_id)
  if ((await lockExistingLinksForShare(tx, project.id, ids)).length < ids.length) fail('LINK_NOT_FOUND')
  await tx
    .deleteFrom('featured_links')
    .where('project_id', '=', project.id)
    .where('store_id', '=', storeId)
    .where(sql<boolean>`not ${isRestorableLink('featured_links.link_id')}`)
    .execute()
  const withThumbnail = links.filter(({ thumbnail, image_url }) => thumbnail && image_url === null)
  await requestThumbnails(
    tx,
    ctx,
    withThumbnail.map(({ url_id }) => url_id),
  )
  if (links.length === 0) return
  const key = { organization_id: organization.id, project_id: project.id, store_id: storeId }
  await tx
    .insertInto('featured_links')
    .values(
      links.map(({ url_id, title, subtitle, image_url, thumbnail, ad, ...schedule }, rank) => ({
        ...key,
        link_id: url_id,
        title,
        subtitle,
        image_url,
        has_thumbnail: thumbnail,
        is_ad: ad,
        rank,
        ...toScheduleColumns(schedule),
      })),
    )
    .execute()
}
