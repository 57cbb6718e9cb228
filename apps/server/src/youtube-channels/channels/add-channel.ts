import { parseYoutubeUrl, type YoutubeChannel, type YoutubeChannelId, youtubeChannelsPerProject } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Google } from '../google/google.ts'
import { failForGoogle } from '../google/google-error.ts'
import { insertChannel, lockChannelListForUpdate, selectChannels } from '../tables/channel-table.ts'
import { enqueueChannelJob, placeOf, scanChannelTask } from './channel-jobs.ts'
import { type FoundChannel, lookUpChannel } from './look-up-channel.ts'
import { readChannel } from './read-channels.ts'

type AddDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'origins'>

/**
 * Adds a channel and starts its scan. Throws YOUTUBE_NOT_CONFIGURED, YOUTUBE_CHANNEL_UNKNOWN, YOUTUBE_CHANNEL_EXISTS,
 * YOUTUBE_CHANNEL_LIMIT_REACHED, YOUTUBE_QUOTA_REACHED or YOUTUBE_UNAVAILABLE.
 */
export async function addChannel(deps: AddDeps, google: Google, ctx: ProjectContext, typedUrl: string): Promise<YoutubeChannel> {
  if ((await read(ctx, (tx) => selectChannels(tx, ctx.project.id))).length >= youtubeChannelsPerProject)
    fail('YOUTUBE_CHANNEL_LIMIT_REACHED')
  const found = (await findChannel(deps, google, typedUrl)) ?? fail('YOUTUBE_CHANNEL_UNKNOWN')
  const id = deps.ids.next<YoutubeChannelId>()
  await mutate(ctx, { action: 'youtube_channel.create', entity: 'youtube_channel', entityId: id }, async (tx, change) => {
    await lockChannelListForUpdate(tx, ctx.project.id)
    if ((await selectChannels(tx, ctx.project.id)).length >= youtubeChannelsPerProject) fail('YOUTUBE_CHANNEL_LIMIT_REACHED')
    const channel = (await insertChannel(tx, ctx, { ...found, id })) ?? fail('YOUTUBE_CHANNEL_EXISTS')
    await enqueueChannelJob(tx, scanChannelTask, placeOf(ctx), id)
    change.after = { name: channel.name, url: channel.url }
  })
  return readChannel(deps, google, ctx, id)
}

async function findChannel(deps: AddDeps, google: Google, typedUrl: string): Promise<FoundChannel | undefined> {
  const name = parseYoutubeUrl(typedUrl)
  const { reader } = google
  if (reader === undefined) fail('YOUTUBE_NOT_CONFIGURED')
  try {
    return name && (await lookUpChannel(deps, { ...google, reader }, name))
  } catch (error) {
    failForGoogle(error)
  }
}
