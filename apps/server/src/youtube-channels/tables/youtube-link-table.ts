// Every statement on `youtube_links`.
import type { LinkId, OrganizationId, ProjectId, YoutubeChannelId, YoutubeLinkGroup } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { selectDomainHost } from '../../domains/index.ts'
import { generateSlug } from '../../links/index.ts'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'
import { isLinkExcluded } from './video-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_links: {
      organization_id: OrganizationId
      project_id: ProjectId
      channel_id: YoutubeChannelId
      original: string
      target: string
      link_group: YoutubeLinkGroup
      needs_expansion: boolean
      is_excluded: boolean | null
      slug: string
      link_id: LinkId | null
    }
  }
}

const columns = ['original', 'target', 'link_group', 'needs_expansion', 'is_excluded', 'slug', 'link_id'] as const

export type YoutubeLinkRow = Pick<Selectable<Tables['youtube_links']>, (typeof columns)[number]>
export type NewYoutubeLink = Pick<YoutubeLinkRow, 'original' | 'target' | 'link_group' | 'needs_expansion'>

function createLinkQuery(tx: Tx, channelId: YoutubeChannelId) {
  return tx.selectFrom('youtube_links').select(columns).where('channel_id', '=', channelId)
}

/**
 * Inserts links. If a link is already stored, it does not change. Links with the same target share a slug. The caller
 * has locked the channel.
 */
export async function insertYoutubeLinks(
  tx: Tx,
  { organization, project }: ProjectContext,
  channelId: YoutubeChannelId,
  links: readonly NewYoutubeLink[],
): Promise<void> {
  if (links.length === 0) return
  const targets = [...new Set(links.map((link) => link.target))]
  const slugs = new Map((await createLinkQuery(tx, channelId).where('target', 'in', targets).execute()).map((row) => [row.target, row]))
  const rows = links.map((link) => {
    const sharing = slugs.get(link.target) ?? { slug: generateSlug(), link_id: null }
    if (!slugs.has(link.target)) slugs.set(link.target, sharing as YoutubeLinkRow)
    return {
      ...link,
      slug: sharing.slug,
      link_id: sharing.link_id,
      organization_id: organization.id,
      project_id: project.id,
      channel_id: channelId,
    }
  })
  await tx
    .insertInto('youtube_links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['channel_id', 'original']).doNothing())
    .execute()
}

/** Returns the destinations of the channel's short links, by slug. */
export async function selectTargetsBySlug(
  tx: Tx,
  channelId: YoutubeChannelId,
  slugs: readonly string[],
): Promise<Map<string, Pick<YoutubeLinkRow, 'target' | 'link_group'>>> {
  if (slugs.length === 0) return new Map()
  const rows = await createLinkQuery(tx, channelId).where('slug', 'in', slugs).where('link_id', 'is not', null).execute()
  return new Map(rows.map(({ slug, target, link_group }) => [slug, { target, link_group }]))
}

/**
 * Selects short links of other services that are not resolved yet, in the order of their text, after the link `after`.
 */
export function selectLinksToExpand(
  tx: Tx,
  channelId: YoutubeChannelId,
  { after, limit }: { after: string | null; limit: number },
): Promise<YoutubeLinkRow[]> {
  const links = createLinkQuery(tx, channelId)
    .where('needs_expansion', '=', true)
    .where('original', '>', after ?? '')
  return links.orderBy('original').limit(limit).execute()
}

/**
 * Stores the destination of a short link. If another link has the same destination, both share its slug. The caller has
 * locked the channel.
 */
export async function setExpandedTarget(
  tx: Tx,
  channelId: YoutubeChannelId,
  original: string,
  found: { target: string; link_group: YoutubeLinkGroup } | undefined,
): Promise<void> {
  const sharing =
    found === undefined
      ? undefined
      : await createLinkQuery(tx, channelId)
          .where('target', '=', found.target)
          .where('original', '<>', original)
          .limit(1)
          .executeTakeFirst()
  await tx
    .updateTable('youtube_links')
    .set({ needs_expansion: false, ...found, ...(sharing && { slug: sharing.slug, link_id: sharing.link_id }) })
    .where('channel_id', '=', channelId)
    .where('original', '=', original)
    .execute()
}

export interface PlannedLinkRow extends YoutubeLinkRow {
  /**
   * The host of the link's short link. If there is no short link yet, the host on which a migration would create it.
   * Null if the host is the instance's own domain.
   */
  host: string | null
  stays: boolean
}

/**
 * The host of the short link's domain. If the short link is missing or deleted, a migration would create it on the
 * project's primary domain.
 */
const host = selectDomainHost(sql`case
  when own.id is null then (select primary_domain_id from projects where projects.id = links.project_id) else own.domain_id end`)

const ownLink = sql`left join links as own on own.id = links.link_id and own.deleted_at is null`

/** Selects links with the values that a migration needs. */
export async function selectPlannedLinks(tx: Tx, channelId: YoutubeChannelId, originals: readonly string[]): Promise<PlannedLinkRow[]> {
  if (originals.length === 0) return []
  const { rows } = await sql<PlannedLinkRow>`
    select ${sql.join(columns.map((column) => sql.ref(`links.${column}`)))}, ${host} as host, ${isLinkExcluded} as stays
    from youtube_links as links join youtube_channels as channels on channels.id = links.channel_id ${ownLink}
    where links.channel_id = ${channelId} and links.original = any(${originals})`.execute(tx)
  return rows
}

/** Stores whether migrations exclude a link. Returns false if no description of the channel has the link. */
export async function setLinkExcluded(tx: Tx, channelId: YoutubeChannelId, original: string, isExcluded: boolean): Promise<boolean> {
  const updated = await tx
    .updateTable('youtube_links')
    .set({ is_excluded: isExcluded })
    .where('channel_id', '=', channelId)
    .where('original', '=', original)
    .returning('original')
    .executeTakeFirst()
  return updated !== undefined
}

/** Stores the short link of all links with this target. */
export async function setShortLink(
  tx: Tx,
  channelId: YoutubeChannelId,
  target: string,
  values: { slug: string; link_id: LinkId },
): Promise<void> {
  await tx.updateTable('youtube_links').set(values).where('channel_id', '=', channelId).where('target', '=', target).execute()
}

export interface LinkTotals {
  /** The number of videos that a migration would change. */
  videos: number
  links: number
  new_links: number
}

/**
 * Returns how many videos a migration would change, how many links it would replace, and how many short links it would
 * create.
 */
export async function selectLinkTotals(tx: Tx, channelId: YoutubeChannelId): Promise<LinkTotals> {
  const { rows } = await sql<LinkTotals>`
    select count(distinct videos.video_id)::integer as videos, coalesce(sum(found.occurrences), 0)::integer as links,
      (count(distinct links.target) filter (where links.link_id is null))::integer as new_links
    from youtube_videos as videos
    join youtube_channels as channels on channels.id = videos.channel_id
    join youtube_video_links as found on found.channel_id = videos.channel_id and found.video_id = videos.video_id
    join youtube_links as links on links.channel_id = found.channel_id and links.original = found.original
    where videos.channel_id = ${channelId} and videos.state in ('found', 'queued', 'failed') and not videos.is_short and not videos.is_excluded
      and not ${isLinkExcluded}`.execute(tx)
  return rows[0] ?? { videos: 0, links: 0, new_links: 0 }
}

/** Returns the number of links by group, in the descriptions of all videos except Shorts. */
export async function countLinksByGroup(tx: Tx, channelId: YoutubeChannelId): Promise<Map<YoutubeLinkGroup, number>> {
  const { rows } = await sql<{ link_group: YoutubeLinkGroup; count: number }>`
    select links.link_group, sum(found.occurrences)::integer as count
    from youtube_videos as videos
    join youtube_video_links as found on found.channel_id = videos.channel_id and found.video_id = videos.video_id
    join youtube_links as links on links.channel_id = found.channel_id and links.original = found.original
    where videos.channel_id = ${channelId} and not videos.is_short
    group by links.link_group`.execute(tx)
  return new Map(rows.map(({ link_group, count }) => [link_group, count]))
}

/** Selects links that were replaced in at least one description, with the slugs of their short links. */
export async function selectReplacedLinks(
  tx: Tx,
  channelId: YoutubeChannelId,
  limit: number,
): Promise<{ original: string; host: string | null; slug: string }[]> {
  const { rows } = await sql<{ original: string; host: string | null; slug: string }>`
    select links.original, ${host} as host, links.slug from youtube_links as links ${ownLink}
    where links.channel_id = ${channelId} and links.link_id is not null and exists (
      select from youtube_video_links as found join youtube_videos as videos using (channel_id, video_id)
      where found.channel_id = links.channel_id and found.original = links.original and videos.state = 'migrated')
    order by links.original limit ${limit}`.execute(tx)
  return rows
}
