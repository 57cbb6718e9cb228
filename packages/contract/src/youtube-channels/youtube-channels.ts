import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { youtubeChannelId } from '../ids.ts'
import {
  youtubeChannel,
  youtubeChannelChange,
  youtubeChannelForm,
  youtubeChannelList,
  youtubePreview,
  youtubeVideo,
  youtubeVideoId,
  youtubeVideoQuery,
} from './youtube-channel-schemas.ts'

export * from './youtube-channel-schemas.ts'
export * from './youtube-channel-states.ts'
export * from './youtube-url.ts'

const base = '/v1/{orgId}/projects/{projectId}/youtube' as const
const oneChannel = projectParams.extend({ channelId: youtubeChannelId })
const googleErrors = errors('YOUTUBE_NOT_CONFIGURED', 'YOUTUBE_QUOTA_REACHED', 'YOUTUBE_UNAVAILABLE')

export const youtubeChannels = {
  list: call({ method: 'GET', path: `${base}/channels`, summary: 'The YouTube channels of a project, with the state of their migration' })
    .input(z.object({ params: projectParams }))
    .output(youtubeChannelList),
  create: call({
    method: 'POST',
    path: `${base}/channels`,
    successStatus: 201,
    summary: 'Add a YouTube channel by its URL, its handle, or the URL of one of its videos or playlists, and scan it in the background',
    addsToProject: true,
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ channelUrl: youtubeChannelForm.shape.channelUrl }) }))
    .output(youtubeChannel)
    .errors(googleErrors)
    .errors(errors('YOUTUBE_CHANNEL_UNKNOWN', 'YOUTUBE_CHANNEL_EXISTS', 'YOUTUBE_CHANNEL_LIMIT_REACHED')),
  update: call({
    method: 'PATCH',
    path: `${base}/channels/{channelId}`,
    summary: 'Change which links of a channel are migrated, its disclosure, and what happens to new uploads',
  })
    .input(z.object({ params: oneChannel, body: youtubeChannelChange }))
    .output(youtubeChannel)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY')),
  delete: call({
    method: 'DELETE',
    path: `${base}/channels/{channelId}`,
    successStatus: 204,
    summary: 'Remove a channel, with the stored originals of its descriptions. Descriptions and short links stay as they are',
  })
    .input(z.object({ params: oneChannel }))
    .output(z.void())
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND')),
  scan: call({
    method: 'POST',
    path: `${base}/channels/{channelId}/scan`,
    successStatus: 202,
    summary: 'Read the descriptions of a channel again, in the background',
  })
    .input(z.object({ params: oneChannel }))
    .output(youtubeChannel)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY', 'YOUTUBE_NOT_CONFIGURED')),
  connect: call({
    method: 'POST',
    path: `${base}/channels/{channelId}/connect`,
    summary: 'The page of Google where the owner of a channel allows its migration',
    isForUsersOnly: true,
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: oneChannel }))
    .output(z.object({ url: z.string() }))
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_NOT_CONFIGURED')),
  finishConnection: call({
    method: 'POST',
    path: `${base}/connections`,
    summary: 'Store the connection after Google sent the owner back',
    isForUsersOnly: true,
    needsConfirmedEmail: true,
  })
    .input(
      z.object({ params: projectParams, body: z.strictObject({ state: z.string().min(1).max(200), code: z.string().min(1).max(2_000) }) }),
    )
    .output(youtubeChannel)
    .errors(googleErrors)
    .errors(errors('YOUTUBE_CONNECTION_EXPIRED', 'YOUTUBE_CONNECTION_REFUSED', 'YOUTUBE_CHANNEL_NOT_OWNED')),
  disconnect: call({
    method: 'DELETE',
    path: `${base}/channels/{channelId}/connection`,
    summary: 'End the connection of a channel with its Google account',
  })
    .input(z.object({ params: oneChannel }))
    .output(youtubeChannel)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY')),
  preview: call({
    method: 'GET',
    path: `${base}/channels/{channelId}/preview`,
    summary: 'What a migration of the channel would change, and how much of YouTube’s quota it would use',
  })
    .input(z.object({ params: oneChannel }))
    .output(youtubePreview)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND')),
  videos: call({
    method: 'GET',
    path: `${base}/channels/{channelId}/videos`,
    outputStructure: 'detailed',
    summary: 'The videos of a channel, latest first, with their descriptions before and after; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: oneChannel, query: youtubeVideoQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(youtubeVideo) }))
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND')),
  video: call({
    method: 'GET',
    path: `${base}/videos/{videoId}`,
    summary: 'The title and the picture of a video of any channel of the project, as they were when it was scanned',
  })
    .input(z.object({ params: projectParams.extend({ videoId: youtubeVideoId }) }))
    .output(youtubeVideo.pick({ video_id: true, title: true, thumbnail_url: true }))
    .errors(errors('YOUTUBE_VIDEO_NOT_FOUND')),
  updateVideo: call({
    method: 'PATCH',
    path: `${base}/channels/{channelId}/videos/{videoId}`,
    summary: 'Leave a video out of the migration, or include it again',
  })
    .input(z.object({ params: oneChannel.extend({ videoId: youtubeVideoId }), body: z.strictObject({ is_excluded: z.boolean() }) }))
    .output(youtubeVideo)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_VIDEO_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY')),
  updateLink: call({
    method: 'PATCH',
    path: `${base}/channels/{channelId}/links`,
    summary: 'Leave a link out of the migration, or include it, in every description of the channel',
  })
    .input(z.object({ params: oneChannel, body: z.strictObject({ original: z.string().min(1).max(5_000), is_excluded: z.boolean() }) }))
    .output(youtubePreview)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_LINK_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY')),
  migrate: call({
    method: 'POST',
    path: `${base}/channels/{channelId}/migrate`,
    successStatus: 202,
    summary: 'Replace the links of the descriptions as the preview shows it, in the background. A run that stopped or failed continues',
    addsToProject: true,
  })
    .input(z.object({ params: oneChannel }))
    .output(youtubeChannel)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND', 'YOUTUBE_CHANNEL_BUSY', 'YOUTUBE_CONNECTION_REQUIRED', 'YOUTUBE_NOT_CONFIGURED')),
  stop: call({
    method: 'POST',
    path: `${base}/channels/{channelId}/stop`,
    summary: 'Stop a migration or an undo after the current video; its changes stay, and can be undone',
  })
    .input(z.object({ params: oneChannel }))
    .output(youtubeChannel)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND')),
  undo: call({
    method: 'POST',
    path: `${base}/channels/{channelId}/undo`,
    successStatus: 202,
    summary:
      'Restore the descriptions of migrated videos, in the background: of one video, or of all. Videos that were edited since stay unchanged',
  })
    .input(z.object({ params: oneChannel, body: z.strictObject({ video_id: youtubeVideoId.optional() }) }))
    .output(youtubeChannel)
    .errors(
      errors(
        'YOUTUBE_CHANNEL_NOT_FOUND',
        'YOUTUBE_VIDEO_NOT_FOUND',
        'YOUTUBE_CHANNEL_BUSY',
        'YOUTUBE_CONNECTION_REQUIRED',
        'YOUTUBE_NOT_CONFIGURED',
      ),
    ),
  report: call({
    method: 'GET',
    path: `${base}/channels/{channelId}/report`,
    outputStructure: 'detailed',
    summary: 'The outcome of each link of each video, as a CSV file',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: oneChannel }))
    .output(csvFile)
    .errors(errors('YOUTUBE_CHANNEL_NOT_FOUND')),
}
