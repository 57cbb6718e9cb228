// Every statement on `link_thumbnails`, except the statements of edges.
import { type LinkId, listUploadAddresses, mediaPath, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_thumbnails: {
      link_id: LinkId
      organization_id: OrganizationId
      project_id: ProjectId
      target: string
      state: 'pending' | 'ready' | 'missing'
      image_url: string | null
      failure_count: number
      fetched_at: Date | null
      next_fetch_at: Date
    }
  }
}

type Columns = Selectable<Tables['link_thumbnails']>
export type DueThumbnail = Pick<Columns, 'link_id' | 'organization_id' | 'project_id'> & { target: string }
export type ThumbnailRow = Pick<Columns, 'link_id' | 'target' | 'state' | 'image_url' | 'failure_count'>

/** The project whose links are featured. */
export interface ThumbnailScope {
  organization: Pick<OrganizationContext['organization'], 'id'>
  project: { id: ProjectId }
  now: Date
}

/** If a picture could not be fetched, saving the store requests it again, but only after this time. */
const retryAfterMs = 3_600_000

/**
 * Requests the pictures of these links, and deletes the pictures of the project's other links. If the picture of a
 * link's destination is already stored or requested, it stays unchanged.
 */
export async function requestRows(tx: Tx, { organization, project, now }: ThumbnailScope, linkIds: readonly LinkId[]): Promise<void> {
  await sql`delete from link_thumbnails where project_id = ${project.id} and link_id <> all (${linkIds}::uuid[])`.execute(tx)
  const retryBefore = new Date(now.getTime() - retryAfterMs)
  await sql`
    insert into link_thumbnails as known (link_id, organization_id, project_id, target, state, next_fetch_at)
    select id, ${organization.id}, ${project.id}, target, 'pending', ${now}
    from links where project_id = ${project.id} and id = any (${linkIds}::uuid[]) and deleted_at is null order by id
    on conflict (link_id) do update
      set state = 'pending', target = excluded.target, image_url = null, failure_count = 0, next_fetch_at = excluded.next_fetch_at
      where known.target <> excluded.target or (known.state = 'missing' and known.fetched_at < ${retryBefore})`.execute(tx)
}

/**
 * Returns rows that are due, and delays them until `until`. If the request for a row is lost, the row is due again at
 * that time. Organizations take turns. `tx` uses the database account of jobs. Relies on
 * link_thumbnails_next_fetch_at_idx.
 */
export async function leaseDueRows(tx: Tx, now: Date, until: Date, limit: number): Promise<DueThumbnail[]> {
  const { rows } = await sql<DueThumbnail>`
    update link_thumbnails set next_fetch_at = ${until}
    where link_id in (
      select link_id from link_thumbnails join (
        select link_id, row_number() over (partition by organization_id order by next_fetch_at) as turn
        from link_thumbnails where next_fetch_at <= ${now}
      ) as due using (link_id)
      order by turn, next_fetch_at limit ${limit} for update of link_thumbnails skip locked)
    returning link_id, organization_id, project_id, target`.execute(tx)
  return rows
}

export function selectThumbnail(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<ThumbnailRow | undefined> {
  return tx
    .selectFrom('link_thumbnails')
    .select(['link_id', 'target', 'state', 'image_url', 'failure_count'])
    .where('project_id', '=', projectId)
    .where('link_id', '=', linkId)
    .executeTakeFirst()
}

export function selectThumbnails(tx: Tx, projectId: ProjectId): Promise<ThumbnailRow[]> {
  return tx
    .selectFrom('link_thumbnails')
    .select(['link_id', 'target', 'state', 'image_url', 'failure_count'])
    .where('project_id', '=', projectId)
    .orderBy('link_id')
    .execute()
}

/**
 * Stores the result of a fetch for a destination. Returns false if the link is no longer featured, or if it has another
 * destination by now. The picture of the other destination is fetched next.
 */
export async function updateThumbnail(
  tx: Tx,
  projectId: ProjectId,
  linkId: LinkId,
  values: Pick<Columns, 'target'> & Partial<Pick<Columns, 'state' | 'image_url' | 'failure_count' | 'fetched_at' | 'next_fetch_at'>>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('link_thumbnails')
    .set(values)
    .where('project_id', '=', projectId)
    .where('link_id', '=', linkId)
    .where('link_id', 'in', (links) => links.selectFrom('links').select('id').where('id', '=', linkId).where('target', '=', values.target))
    .returning('link_id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Lists the uploads that are pictures of the organization's featured links. */
export async function listThumbnailUploads(tx: Tx | Db): Promise<string[]> {
  const rows = await tx.selectFrom('link_thumbnails').select('image_url').where('image_url', 'like', `%${mediaPath}%`).execute()
  return rows.flatMap(({ image_url }) => listUploadAddresses(image_url ?? ''))
}
