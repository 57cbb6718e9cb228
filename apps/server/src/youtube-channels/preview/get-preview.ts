import { type YoutubeChannelId, type YoutubePreview, youtubeLinkGroups } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import { selectRemainingLinks } from '../../links/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { lockIdleChannel } from '../channels/channel-state.ts'
import type { GoogleDeps } from '../google/google.ts'
import { selectUnitsUsed, toPacificDay, videoUnits } from '../google/quota.ts'
import { selectChannel } from '../tables/channel-table.ts'
import { countLinksByGroup, selectLinkTotals, setLinkExcluded } from '../tables/youtube-link-table.ts'

/** Throws YOUTUBE_CHANNEL_NOT_FOUND. */
export async function getPreview(deps: CoreDeps & GoogleDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubePreview> {
  const today = toPacificDay(deps.clock.now())
  const unitsUsed = await selectUnitsUsed(deps.db, today)
  return read(ctx, async (tx) => {
    const channel = (await selectChannel(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    const { videos, links, new_links } = await selectLinkTotals(tx, id)
    const byGroup = await countLinksByGroup(tx, id)
    const remaining = await selectRemainingLinks(tx, ctx)
    return {
      videos,
      links,
      new_links,
      link_room: Number.isFinite(remaining) ? remaining : Number.MAX_SAFE_INTEGER,
      quota_units: videos * videoUnits,
      finishes_on: computeFinishingDay(videos, deps.google.unitsPerDay, unitsUsed, today),
      groups: youtubeLinkGroups.flatMap((group) => {
        const count = byGroup.get(group) ?? 0
        return count === 0 ? [] : [{ group, links: count, excluded: channel.excluded_groups.includes(group) }]
      }),
    }
  })
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND, YOUTUBE_LINK_NOT_FOUND or YOUTUBE_CHANNEL_BUSY. */
export async function setLinkChoice(
  deps: CoreDeps & GoogleDeps,
  ctx: ProjectContext,
  { channelId: id, original, is_excluded }: { channelId: YoutubeChannelId; original: string; is_excluded: boolean },
): Promise<YoutubePreview> {
  await mutate(ctx, { action: 'youtube_channel.update_link', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    await lockIdleChannel(tx, ctx, id)
    if (!(await setLinkExcluded(tx, id, original, is_excluded))) fail('YOUTUBE_LINK_NOT_FOUND')
    change.after = { name: original, excluded: is_excluded }
  })
  return getPreview(deps, ctx, id)
}

/**
 * Returns the Pacific day on which the last of these videos is written, if nothing else uses the quota. Null if there
 * are no videos or no quota.
 */
function computeFinishingDay(videos: number, unitsPerDay: number, unitsUsed: number, today: string): string | null {
  const perDay = Math.floor(unitsPerDay / videoUnits)
  if (videos === 0 || perDay === 0) return null
  const ofToday = Math.max(0, Math.floor((unitsPerDay - unitsUsed) / videoUnits))
  return addDays(today, videos <= ofToday ? 0 : Math.ceil((videos - ofToday) / perDay))
}
