import type { YoutubeChannelId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueueChannelJob, findUploadsTask, openChannelJob } from '../channels/channel-jobs.ts'
import { findIdleState } from '../channels/channel-state.ts'
import { callGoogle, GoogleError } from '../google/google.ts'
import { readPlaylist, readShorts } from '../google/read-channels.ts'
import { readVideos, type VideoResource } from '../google/video-api.ts'
import { startRun } from '../migrate/start-run.ts'
import { type ChannelRow, lockChannelForUpdate, selectChannel, selectWatchedChannels, updateChannel } from '../tables/channel-table.ts'
import { selectConnection } from '../tables/connection-table.ts'
import { markShorts, selectKnownVideoIds } from '../tables/found-video-table.ts'
import { queuePlannedVideos } from '../tables/video-queue-table.ts'
import { findQuotaUser, type ScanDeps } from './scan-channel.ts'
import { expandLinks, storeExpandedLinks, storeVideos } from './store-videos.ts'

export const watchChannelsTask = 'watch-youtube-channels'

/** Maximum number of short URLs of new uploads that one run resolves. The next run resolves more. */
const maxExpanded = 50

/**
 * Runs every two hours: enqueues a search for new uploads for each watched channel. `db` must use the database account
 * of the jobs process.
 */
export async function watchChannels({ db }: CoreDeps): Promise<void> {
  for (const { id, organization_id, project_id } of await selectWatchedChannels(db))
    await enqueueChannelJob(db, findUploadsTask, { organizationId: organization_id, projectId: project_id, channelId: id })
}

/**
 * Runs the background job: stores new uploads, so that the preview shows them. If the channel migrates automatically,
 * the new uploads are queued. Older videos are not queued until the owner starts a migration.
 */
export async function findUploads(deps: ScanDeps, payload: unknown): Promise<void> {
  const job = await openChannelJob(deps, findUploadsTask, payload)
  if (job === undefined) return
  const { ctx, channelId } = job
  const channel = await read(ctx, (tx) => selectChannel(tx, ctx.project.id, channelId))
  if (channel === undefined) return
  try {
    const found = await readNewUploads(deps, ctx, channel)
    if (found.videos.length === 0) return
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.store_videos', entity: 'youtube_channel', entityId: channelId }, async (tx, change) => {
        await lockReadyChannel(tx, ctx, channelId)
        await storeVideos(tx, deps, ctx, { channelId, resources: found.videos })
        await markShorts(tx, channelId, found.shorts)
        change.after = { name: channel.name, videos: found.videos.length }
      }),
    )
    const { expanded } = await expandLinks(deps, ctx, { channelId, after: null, limit: maxExpanded })
    await ignoreDeleted(
      mutate(ctx, { action: 'youtube_channel.finish_scan', entity: 'youtube_channel', entityId: channelId }, async (tx, change) => {
        const present = await lockReadyChannel(tx, ctx, channelId)
        await storeExpandedLinks(tx, channelId, expanded)
        await updateChannel(tx, ctx.project.id, channelId, { state: await findIdleState(tx, channelId), scanned_at: ctx.now })
        const connection = await selectConnection(tx, channelId)
        if (present.watch === 'automatic' && deps.google.consent !== undefined && connection?.revoked_at === null) {
          const videos = await queuePlannedVideos(
            tx,
            channelId,
            found.videos.flatMap(({ id }) => id ?? []),
          )
          await startRun(tx, ctx, { channel: present, kind: 'migrate', videos, by: present.run_by })
        }
        change.after = { name: channel.name, videos: found.videos.length }
      }),
    )
  } catch (error) {
    // The error is only logged, because the next run finds the same uploads.
    if (!(error instanceof GoogleError)) throw error
    deps.log.warn({ err: error, channelId }, 'New uploads of a YouTube channel could not be read')
  }
}

/** Returns the uploads on the first page of the playlist that are not stored yet, and the ids of Shorts. */
async function readNewUploads(
  deps: ScanDeps,
  ctx: ProjectContext,
  channel: ChannelRow,
): Promise<{ videos: VideoResource[]; shorts: string[] }> {
  const { reader } = deps.google
  if (reader === undefined) return { videos: [], shorts: [] }
  const user = await findQuotaUser(ctx, channel)
  const { videoIds } = await readPlaylist(deps, { user, playlistId: channel.uploads_playlist, page: null })
  const known = await read(ctx, (tx) => selectKnownVideoIds(tx, channel.id, videoIds))
  const added = videoIds.filter((id) => !known.has(id))
  if (added.length === 0) return { videos: [], shorts: [] }
  const videos = await callGoogle(deps, { user, units: 1 }, () => readVideos(reader, added))
  const { videoIds: shorts } = await readShorts(deps, { user, youtubeId: channel.youtube_id, page: null })
  return { videos, shorts }
}

/** Locks the channel. Throws NOT_FOUND while the channel is scanned or written; the next run finds the same uploads. */
async function lockReadyChannel(tx: Tx, ctx: ProjectContext, id: YoutubeChannelId): Promise<ChannelRow> {
  const channel = await lockChannelForUpdate(tx, ctx.project.id, id)
  return channel?.state === 'ready' || channel?.state === 'completed' ? channel : fail('NOT_FOUND')
}
