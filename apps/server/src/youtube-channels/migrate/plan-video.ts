import { type LinkId, labelName, labelNameMaxLength, type YoutubeChannelId } from '@linkshelf/contract'
import { AppError, fail, mutate, type ProjectContext } from '../../access/index.ts'
import { lockLinkDomain, lockServingDomains } from '../../domains/index.ts'
import { generateSlug, insertNewLink, lockLinkForShare, type ShortAddress } from '../../links/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { createInstanceUrlMatcher, createOwnUrlMatcher, toVideoShortUrl } from '../descriptions/own-links.ts'
import { planText, type TextPlan } from '../descriptions/rewrite-description.ts'
import { isSameText, type VideoText } from '../descriptions/video-text.ts'
import { type ChannelRow, lockChannelForUpdate } from '../tables/channel-table.ts'
import { lockVideoForUpdate, selectVideoLinks, updateVideo, type VideoRow } from '../tables/video-table.ts'
import { type PlannedLinkRow, selectPlannedLinks, setShortLink } from '../tables/youtube-link-table.ts'

export type VideoPlan = TextPlan | 'link_limit' | 'project_archived' | 'stopped'

/**
 * Creates the missing short links of a video, and stores the text that is about to be written, in one transaction. If
 * the process is killed afterwards, the stored text shows whether the video was written. Returns `stopped` if, in the
 * meantime, the run was stopped, or the channel was removed or scanned again.
 */
export async function planVideo(
  deps: OriginDeps,
  ctx: ProjectContext,
  { channel, video, present }: { channel: ChannelRow; video: VideoRow; present: VideoText },
): Promise<VideoPlan> {
  let labels = toVideoLabels(video)
  let hasOwnSlugs = false
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      return await storePlan(deps, ctx, { channelId: channel.id, video, present, labels, hasOwnSlugs })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'NOT_FOUND') return 'stopped'
      if (error.code === 'LINK_LIMIT_REACHED') return 'link_limit'
      if (error.code === 'PROJECT_ARCHIVED') return 'project_archived'
      if (error.code === 'LABEL_LIMIT_REACHED') labels = []
      // Another link has taken the slug that the preview showed, so the next attempt generates another slug.
      else if (error.code === 'LINK_SLUG_TAKEN') hasOwnSlugs = true
      else throw error
    }
  }
  throw new Error('Five generated slugs in a row were taken')
}

interface PlannedVideo {
  channelId: YoutubeChannelId
  video: VideoRow
  present: VideoText
  labels: string[]
  /** Whether new links get another slug than the preview showed. */
  hasOwnSlugs: boolean
}

function storePlan(
  deps: OriginDeps,
  ctx: ProjectContext,
  { channelId: id, video: { video_id }, present, ...names }: PlannedVideo,
): Promise<TextPlan> {
  const mutation = { action: 'youtube_channel.plan_video', entity: 'youtube_channel', entityId: id, addsToProject: true } as const
  return mutate(ctx, mutation, async (tx, change) => {
    await lockServingDomains(tx, ctx)
    const channel = await lockChannelForUpdate(tx, ctx.project.id, id)
    const video = await lockVideoForUpdate(tx, id, video_id)
    if (channel?.state !== 'migrating' || video?.state !== 'queued' || !isSameText(present, video.text_found)) fail('NOT_FOUND')
    const originals = (await selectVideoLinks(tx, channel.id, [video_id])).map(({ original }) => original)
    const links = (await selectPlannedLinks(tx, channel.id, originals)).filter(({ stays }) => !stays)
    const addresses = await ensureShortLinks(tx, deps, ctx, { channelId: id, links, ...names })
    const isInstanceUrl = await createInstanceUrlMatcher(tx, deps.origins, [present])
    const plan = planText(present, {
      shortUrlOf: (original) => {
        const address = addresses.get(original)
        return address && toVideoShortUrl(deps.origins, address, video_id)
      },
      disclosure: channel.disclosure,
      isOwn: createOwnUrlMatcher(isInstanceUrl, video_id),
    })
    if (plan.fits && plan.replaced > 0) {
      await updateVideo(tx, channel.id, video_id, {
        is_writing: true,
        text_before: present,
        text_after: plan.text,
        replaced_count: plan.replaced,
        ...(video.text_original === null && { text_original: present }),
      })
    }
    change.after = { name: video.title, video: video_id, links: addresses.size }
    return plan
  })
}

/** Returns the address of each link's short link, by the link's text. */
async function ensureShortLinks(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { channelId, links, labels, hasOwnSlugs }: Omit<PlannedVideo, 'video' | 'present'> & { links: readonly PlannedLinkRow[] },
): Promise<Map<string, ShortAddress>> {
  const addresses = new Map<string, ShortAddress>()
  const created = new Map<string, ShortAddress>()
  const existing = await lockAddresses(tx, ctx, links)
  for (const { original, target, host, slug, link_id } of links) {
    const present = link_id === null ? undefined : existing.get(link_id)
    if (link_id !== null && present !== undefined) {
      if (present.slug !== slug) await setShortLink(tx, channelId, target, { slug: present.slug, link_id })
      addresses.set(original, present)
      continue
    }
    if (!created.has(target)) {
      const wanted = hasOwnSlugs || link_id !== null ? generateSlug() : slug
      const domainId = await lockLinkDomain(tx, ctx, undefined)
      const link = await insertNewLink(tx, deps, ctx, { draft: { target, labels, slug: wanted }, domainId })
      await setShortLink(tx, channelId, target, { slug: link.slug, link_id: link.id })
      created.set(target, link)
    }
    addresses.set(original, created.get(target) ?? { host, slug })
  }
  return addresses
}

/**
 * Returns the current address of each short link, because its owner may have changed the address. Omits deleted links,
 * so that they are not used again.
 */
async function lockAddresses(tx: Tx, ctx: ProjectContext, links: readonly PlannedLinkRow[]): Promise<Map<LinkId, ShortAddress>> {
  const addresses = new Map<LinkId, ShortAddress>()
  const linkIds = new Set(links.flatMap(({ link_id }) => link_id ?? []))
  for (const linkId of [...linkIds].toSorted()) {
    const link = await lockLinkForShare(tx, ctx.project.id, linkId)
    if (link !== undefined) addresses.set(linkId, link)
  }
  return addresses
}

/**
 * Returns the labels for links that are created for this video: the video's title. Empty if the title is not a valid
 * label.
 */
function toVideoLabels({ title }: VideoRow): string[] {
  const shortened = [...title].slice(0, labelNameMaxLength).join('').slice(0, labelNameMaxLength)
  const { data } = labelName.safeParse(shortened)
  return data === undefined ? [] : [data]
}
