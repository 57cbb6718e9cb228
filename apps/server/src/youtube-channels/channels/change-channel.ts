import type { YoutubeChannel, YoutubeChannelChange, YoutubeChannelId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { Google } from '../google/google.ts'
import { type ChannelRow, deleteChannelRow, lockChannelForUpdate, updateChannel } from '../tables/channel-table.ts'
import { enqueueChannelJob, placeOf, scanChannelTask } from './channel-jobs.ts'
import { isBusy, readChannel } from './read-channels.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'origins'>

/** Throws YOUTUBE_CHANNEL_NOT_FOUND, and YOUTUBE_CHANNEL_BUSY while it is scanned or migrated. */
export async function lockIdleChannel(tx: Tx, ctx: ProjectContext, id: YoutubeChannelId): Promise<ChannelRow> {
  const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
  if (isBusy(channel.state)) fail('YOUTUBE_CHANNEL_BUSY')
  return channel
}

/** Throws YOUTUBE_CHANNEL_NOT_FOUND or YOUTUBE_CHANNEL_BUSY. */
export async function changeChannel(
  deps: ChangeDeps,
  google: Google,
  ctx: ProjectContext,
  id: YoutubeChannelId,
  change: YoutubeChannelChange,
): Promise<YoutubeChannel> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await mutate(ctx, { action: 'youtube_channel.update', entity: 'youtube_channel', entityId: id }, async (tx, audited) => {
    const before = await lockIdleChannel(tx, ctx, id)
    const after = Object.keys(values).length === 0 ? before : await updateChannel(tx, ctx.project.id, id, values)
    Object.assign(audited, { before: toAudited(before), after: toAudited(after) })
  })
  return readChannel(deps, google, ctx, id)
}

/** Reads every description again. Throws YOUTUBE_CHANNEL_NOT_FOUND, YOUTUBE_CHANNEL_BUSY or YOUTUBE_NOT_CONFIGURED. */
export async function rescanChannel(deps: ChangeDeps, google: Google, ctx: ProjectContext, id: YoutubeChannelId): Promise<YoutubeChannel> {
  await mutate(ctx, { action: 'youtube_channel.scan', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = await lockIdleChannel(tx, ctx, id)
    if (google.reader === undefined) fail('YOUTUBE_NOT_CONFIGURED')
    await updateChannel(tx, ctx.project.id, id, { state: 'pending', error: null, scan_step: 'uploads', scan_page: null })
    await enqueueChannelJob(tx, scanChannelTask, placeOf(ctx), id)
    change.after = { name: channel.name }
  })
  return readChannel(deps, google, ctx, id)
}

/**
 * Deletes the channel with its videos and its connection. A running job of the channel stores nothing more. Throws
 * YOUTUBE_CHANNEL_NOT_FOUND.
 */
export async function deleteChannel(ctx: ProjectContext, id: YoutubeChannelId): Promise<void> {
  await mutate(ctx, { action: 'youtube_channel.delete', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    const channel = (await lockChannelForUpdate(tx, ctx.project.id, id)) ?? fail('YOUTUBE_CHANNEL_NOT_FOUND')
    await deleteChannelRow(tx, ctx.project.id, id)
    change.before = { name: channel.name, url: channel.url }
  })
}

function toAudited({ name, watch, disclosure, excluded_groups }: ChannelRow): object {
  return { name, watch, disclosure, excluded_groups }
}
