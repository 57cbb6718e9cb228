import type { youtube_v3 } from '@googleapis/youtube'
import type { AuditAction, YoutubeVideoReason } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { isSameText, type VideoText } from '../descriptions/video-text.ts'
import { callGoogle, type GoogleDeps, GoogleError } from '../google/google.ts'
import { readUnits, writeUnits } from '../google/quota.ts'
import { listOwnChannels } from '../google/read-channels.ts'
import { readVideos, toVideoText, type VideoResource, writeVideo } from '../google/video-api.ts'
import { type ChannelRow, lockChannelForUpdate, toQuotaUser } from '../tables/channel-table.ts'
import { lockVideoForUpdate, type StoredVideoState, updateVideo, type VideoRow, type VideoValues } from '../tables/video-table.ts'
import { planVideo } from './plan-video.ts'

export type WriteDeps = OriginDeps & GoogleDeps

/**
 * Maximum time between reading a video and writing it. If more time passes, for example because the machine was
 * suspended, the video is read again, because it may have been edited in the meantime.
 */
const maxReadAgeMs = 10_000

/** A video to write, and the client that can write it. */
export interface VideoWork {
  ctx: ProjectContext
  channel: ChannelRow
  video: VideoRow
  /** Acts for the channel's owner. */
  writer: youtube_v3.Youtube
}

/**
 * Writes the description of one video with short links. Reads the video immediately before. If the video was edited
 * since the scan, it does not change. If it was already written, it is only recorded. If it was excluded after it was
 * queued, it leaves the queue. Throws GoogleError if a later attempt may succeed or the owner can correct the error.
 */
export async function migrateVideo(deps: WriteDeps, work: VideoWork): Promise<void> {
  const { ctx, channel, video } = work
  const read = await readVideo(deps, work)
  if (read === undefined) return failVideo(work, 'video_gone')
  const { present } = read
  if (video.text_after !== null && isSameText(present, video.text_after)) return recordMigrated(work, present)
  if (video.is_excluded || video.is_short) return storeVideoOutcome(work, { state: 'found' })
  if (!isSameText(present, video.text_found)) return storeVideoOutcome(work, { state: 'changed', text_seen: present })

  const plan = await planVideo(deps, ctx, { channel, video, present })
  if (plan === 'stopped') return
  if (plan === 'link_limit' || plan === 'project_archived') return failVideo(work, plan)
  if (!plan.fits) return storeVideoOutcome(work, { state: 'too_long' })
  if (plan.replaced === 0) return storeVideoOutcome(work, { state: 'found' })
  const written = await writeDescription(deps, work, { ...read, text: plan.text })
  if (typeof written === 'string') return failVideo(work, written)
  return recordMigrated(work, written)
}

/**
 * Restores the description from before the migration, unless the video was edited after the migration. If YouTube
 * rejects the description, the video stays migrated, with the reason.
 */
export async function restoreVideo(deps: WriteDeps, work: VideoWork): Promise<void> {
  const { text_before, text_after } = work.video
  const read = await readVideo(deps, work)
  if (read === undefined || text_before === null || text_after === null)
    return storeVideoOutcome(work, { state: 'migrated', reason: 'video_gone' })
  const { present } = read
  if (!isSameText(present, text_before)) {
    if (!isSameText(present, text_after)) return storeVideoOutcome(work, { state: 'left', text_seen: present })
    const written = await writeDescription(deps, work, { ...read, text: text_before })
    if (typeof written === 'string') return storeVideoOutcome(work, { state: 'migrated', reason: written })
  }
  return storeVideoOutcome(work, { state: 'restored', text_seen: null })
}

interface ReadVideo {
  resource: VideoResource
  present: VideoText
  readAt: Date
}

async function readVideo(deps: WriteDeps, { ctx, channel, writer, video }: VideoWork): Promise<ReadVideo | undefined> {
  const [resource] = await callGoogle(deps, { user: toQuotaUser(ctx, channel, true), units: readUnits }, () =>
    readVideos(writer, [video.video_id]),
  )
  return resource && { resource, present: toVideoText(resource), readAt: deps.clock.now() }
}

/** Returns the text that YouTube stored, or the reason why YouTube did not store it. */
async function writeDescription(
  deps: WriteDeps,
  { ctx, writer, channel }: VideoWork,
  { resource, readAt, text }: Pick<ReadVideo, 'resource' | 'readAt'> & { text: VideoText },
): Promise<VideoText | YoutubeVideoReason> {
  if (deps.clock.now().getTime() - readAt.getTime() > maxReadAgeMs) throw new GoogleError('unavailable')
  const user = toQuotaUser(ctx, channel, true)
  try {
    return await callGoogle(deps, { user, units: writeUnits }, () => writeVideo(writer, resource, text))
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    if (error.kind === 'rejected') return 'rejected'
    if (error.kind === 'missing') return 'video_gone'
    // `forbidden` can concern this video alone or the whole account. If the account still owns the channel, it concerns
    // this video.
    if (error.kind === 'forbidden' && (await listOwnChannels(deps, { user, writer })).includes(channel.youtube_id)) return 'rejected'
    throw error
  }
}

/**
 * Stores that the video is migrated. `text` is the text that YouTube stored. An undo compares it with the video's text.
 */
function recordMigrated(work: VideoWork, text: VideoText): Promise<void> {
  return storeVideoOutcome(work, { state: 'migrated', text_after: text, text_seen: null })
}

function failVideo(work: VideoWork, reason: YoutubeVideoReason): Promise<void> {
  return storeVideoOutcome(work, { state: 'failed', reason })
}

/**
 * Returns the audit action for a video's outcome. If a restoration changes nothing, the video stays migrated, and the
 * action is `skip_video`.
 */
function toAction(before: StoredVideoState, after: StoredVideoState | undefined): AuditAction {
  if (after === 'restored') return 'youtube_channel.restore_video'
  return after === 'migrated' && before !== 'restoring' ? 'youtube_channel.migrate_video' : 'youtube_channel.skip_video'
}

async function storeVideoOutcome({ ctx, channel, video }: VideoWork, values: VideoValues): Promise<void> {
  const action = toAction(video.state, values.state)
  await ignoreDeleted(
    mutate(ctx, { action, entity: 'youtube_channel', entityId: channel.id }, async (tx, change) => {
      ;(await lockChannelForUpdate(tx, ctx.project.id, channel.id)) ?? fail('NOT_FOUND')
      ;(await lockVideoForUpdate(tx, channel.id, video.video_id)) ?? fail('NOT_FOUND')
      await updateVideo(tx, channel.id, video.video_id, {
        reason: null,
        ...values,
        is_writing: false,
      })
      change.before = { state: video.state }
      change.after = { name: video.title, video: video.video_id, ...values }
    }),
  )
}
