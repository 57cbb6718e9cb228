import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addChannel, changeChannel, deleteChannel, listChannels, rescanChannel } from './channels/channels.ts'
import { connectChannel, finishConnection } from './connection/connect-channel.ts'
import { disconnectChannel } from './connection/disconnect-channel.ts'
import type { GoogleDeps } from './google/google.ts'
import { startMigration, startUndo, stopRun } from './migrate/start-run.ts'
import { getPreview, setLinkChoice } from './preview/get-preview.ts'
import { getReport } from './preview/get-report.ts'
import { getVideoName, listVideos, setVideoExcluded } from './preview/list-videos.ts'

const calls = projectCall.youtubeChannels

export function youtubeChannelRoutes(deps: Deps & GoogleDeps) {
  return {
    list: calls.list.handler(({ context }) => listChannels(deps, context.ctx)),
    create: calls.create.handler(({ context, input }) => addChannel(deps, context.ctx, input.body.channelUrl)),
    update: calls.update.handler(({ context, input }) =>
      changeChannel(deps, context.ctx, { channelId: input.params.channelId, change: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteChannel(context.ctx, input.params.channelId)),
    scan: calls.scan.handler(({ context, input }) => rescanChannel(deps, context.ctx, input.params.channelId)),
    connect: calls.connect.handler(({ context, input }) => connectChannel(deps, context.ctx, input.params.channelId)),
    finishConnection: calls.finishConnection.handler(({ context, input }) => finishConnection(deps, context.ctx, input.body)),
    disconnect: calls.disconnect.handler(({ context, input }) => disconnectChannel(deps, context.ctx, input.params.channelId)),
    preview: calls.preview.handler(({ context, input }) => getPreview(deps, context.ctx, input.params.channelId)),
    videos: calls.videos.handler(async ({ context, input }) => {
      const page = await listVideos(deps, context.ctx, { channelId: input.params.channelId, query: input.query })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.videos }
    }),
    video: calls.video.handler(({ context, input }) => getVideoName(context.ctx, input.params.videoId)),
    updateVideo: calls.updateVideo.handler(({ context, input }) =>
      setVideoExcluded(deps, context.ctx, { ...input.params, isExcluded: input.body.is_excluded }),
    ),
    updateLink: calls.updateLink.handler(({ context, input }) =>
      setLinkChoice(deps, context.ctx, { channelId: input.params.channelId, ...input.body }),
    ),
    migrate: calls.migrate.handler(({ context, input }) => startMigration(deps, context.ctx, input.params.channelId)),
    stop: calls.stop.handler(({ context, input }) => stopRun(deps, context.ctx, input.params.channelId)),
    undo: calls.undo.handler(({ context, input }) =>
      startUndo(deps, context.ctx, { channelId: input.params.channelId, videoId: input.body.video_id }),
    ),
    report: calls.report.handler(({ context, input }) => getReport(deps, context.ctx, input.params.channelId)),
  }
}
