import type { YoutubeChannelId } from '@linkshelf/contract'
import type { JobHelpers } from 'graphile-worker'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { FetchDeps } from '../../platform/deps.ts'
import { enqueueChannelJob, openChannelJob, scanChannelTask, toChannelJob } from '../channels/channel-jobs.ts'
import { failChannel, findIdleState } from '../channels/channel-state.ts'
import { callGoogle, type GoogleDeps, GoogleError, getReader } from '../google/google.ts'
import { computeQuotaRetryTime, type QuotaUser } from '../google/quota.ts'
import { readPlaylist, readShorts } from '../google/read-channels.ts'
import { readVideos } from '../google/video-api.ts'
import { type ChannelRow, lockChannelForUpdate, selectChannel, toQuotaUser, updateChannel } from '../tables/channel-table.ts'
import { selectConnection } from '../tables/connection-table.ts'
import { markShorts } from '../tables/found-video-table.ts'
import { upsertRead } from '../tables/read-table.ts'
import { expandLinks, storeExpandedLinks, storeVideos } from './store-videos.ts'

export type ScanDeps = FetchDeps & GoogleDeps

/** A scan job ends after this time, so that other jobs can run. The channel's next job continues the scan. */
const sliceMs = 60_000

/** Maximum number of short links in one transaction. Each short link needs a request to its service. */
const linksPerStep = 10

/**
 * Runs the background job. Reads all uploads of a channel, then which uploads are Shorts, then where short links of
 * other services lead. Each step stores what it read and the scan's position in one transaction. If the job is killed,
 * it resumes after the last step. A large channel takes several jobs.
 */
export async function scanChannel(deps: ScanDeps, payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> {
  const opened = await openChannelJob(deps, scanChannelTask, payload)
  if (opened === undefined) return
  const { ctx, channelId } = opened
  const endsAt = deps.clock.now().getTime() + sliceMs
  try {
    let hasMore = true
    while (hasMore && deps.clock.now().getTime() < endsAt) hasMore = await scanStep(deps, ctx, channelId)
    if (hasMore) await enqueueChannelJob(deps.db, scanChannelTask, toChannelJob(ctx, channelId))
  } catch (error) {
    const kind = error instanceof GoogleError ? error.kind : 'unavailable'
    if (kind === 'quota' || kind === 'share')
      return enqueueChannelJob(deps.db, scanChannelTask, toChannelJob(ctx, channelId), computeQuotaRetryTime(deps.clock.now()))
    if (kind === 'unavailable' && job.attempts < job.max_attempts) throw error
    deps.log.warn({ err: error, channelId }, 'A YouTube channel could not be scanned')
    await failChannel(deps, ctx, { channelId, error: kind === 'missing' ? 'channel_gone' : 'youtube_failed' })
  }
}

/** Runs the next step of a scan. Returns false if there are no more steps. */
async function scanStep(deps: ScanDeps, ctx: ProjectContext, id: YoutubeChannelId): Promise<boolean> {
  const channel = await read(ctx, (tx) => selectChannel(tx, ctx.project.id, id))
  if (channel === undefined || (channel.state !== 'pending' && channel.state !== 'scanning')) return false
  if (deps.google.reader === undefined) {
    await failChannel(deps, ctx, { channelId: id, error: 'not_configured' })
    return false
  }
  await steps[channel.scan_step](deps, ctx, channel)
  return channel.scan_step !== 'done'
}

const steps: Record<ChannelRow['scan_step'], (deps: ScanDeps, ctx: ProjectContext, channel: ChannelRow) => Promise<void>> = {
  async uploads(deps, ctx, channel) {
    const user = await findQuotaUser(ctx, channel)
    const playlist = { user, playlistId: channel.uploads_playlist, page: channel.scan_page }
    const { videoIds, nextPage } = await readPlaylist(deps, playlist)
    const videos = videoIds.length === 0 ? [] : await callGoogle(deps, { user, units: 1 }, () => readVideos(getReader(deps), videoIds))
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.store_videos', entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
        await lockChannelAtStep(tx, ctx, channel)
        await storeVideos(tx, deps, ctx, { channelId: channel.id, resources: videos })
        if (channel.scan_page === null) await upsertRead(tx, ctx, channel.youtube_id)
        await updateChannel(tx, ctx.project.id, channel.id, {
          state: 'scanning',
          scan_page: nextPage ?? null,
          ...(nextPage === undefined && { scan_step: 'shorts' }),
        })
        change.after = { name: channel.name, videos: videos.length }
      }),
    )
  },

  async shorts(deps, ctx, channel) {
    const user = await findQuotaUser(ctx, channel)
    const { videoIds, nextPage } = await readShorts(deps, { user, youtubeId: channel.youtube_id, page: channel.scan_page })
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.store_videos', entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
        await lockChannelAtStep(tx, ctx, channel)
        await markShorts(tx, channel.id, videoIds)
        await updateChannel(tx, ctx.project.id, channel.id, {
          scan_page: nextPage ?? null,
          ...(nextPage === undefined && { scan_step: 'links' }),
        })
        change.after = { name: channel.name, shorts: videoIds.length }
      }),
    )
  },

  async links(deps, ctx, channel) {
    const { expanded, last } = await expandLinks(deps, ctx, { channelId: channel.id, after: channel.scan_page, limit: linksPerStep })
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.expand_links', entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
        await lockChannelAtStep(tx, ctx, channel)
        await storeExpandedLinks(tx, channel.id, expanded)
        await updateChannel(tx, ctx.project.id, channel.id, { scan_page: last ?? null, ...(last === undefined && { scan_step: 'done' }) })
        change.after = { name: channel.name, links: expanded.length }
      }),
    )
  },

  async done(_deps, ctx, channel) {
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.finish_scan', entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
        await lockChannelAtStep(tx, ctx, channel)
        await updateChannel(tx, ctx.project.id, channel.id, {
          state: await findIdleState(tx, channel.id),
          error: null,
          scanned_at: ctx.now,
        })
        change.after = { name: channel.name }
      }),
    )
  },
}

/**
 * Returns the user and organization whose quota the channel's calls use. The user is confirmed if the channel is
 * connected.
 */
export async function findQuotaUser(ctx: ProjectContext, channel: ChannelRow): Promise<QuotaUser> {
  const connection = await read(ctx, (tx) => selectConnection(tx, channel.id))
  return toQuotaUser(ctx, channel, connection?.revoked_at === null)
}

/** Locks the channel. Throws NOT_FOUND if the channel was removed, or another job has continued its scan. */
async function lockChannelAtStep(
  tx: Parameters<typeof lockChannelForUpdate>[0],
  ctx: ProjectContext,
  { id, scan_step, scan_page }: ChannelRow,
): Promise<void> {
  const channel = await lockChannelForUpdate(tx, ctx.project.id, id)
  if (channel?.scan_step !== scan_step || channel.scan_page !== scan_page) fail('NOT_FOUND')
}
