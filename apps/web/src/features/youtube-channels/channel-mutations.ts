import { type YoutubeChannel, type YoutubeVideo, youtubeMessages } from '@linkshelf/contract'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

type ChannelChange = Parameters<typeof api.youtubeChannels.update.call>[0]['body']

export interface ChannelScope extends ProjectScope {
  channelId: string
}

/** Returns a function that refetches the list and the details of the channels. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: api.youtubeChannels.key() })
}

function createErrorHandler(fallback: string) {
  return (error: Error) => void showErrorToast(error, { fallback })
}

/** Adds a channel. Errors are handled by the form. */
export function useAddChannel(scope: ProjectScope) {
  return useMutation({
    mutationFn: (channelUrl: string) => api.youtubeChannels.create.call({ params: scope, body: { channelUrl } }),
    onSettled: useRefetch(),
  })
}

export function useUpdateChannel(scope: ChannelScope) {
  return useMutation({
    mutationFn: (body: ChannelChange) => api.youtubeChannels.update.call({ params: scope, body }),
    onSuccess: () => void showToast({ title: 'Setting Updated' }),
    onError: createErrorHandler('The setting could not be saved. Please try again.'),
    onSettled: useRefetch(),
  })
}

export function useRemoveChannel(scope: ChannelScope) {
  return useMutation({
    mutationFn: (_channel: YoutubeChannel) => api.youtubeChannels.delete.call({ params: scope }),
    onSuccess: (_result, { channelName }) => void showToast({ title: 'Channel removed', message: channelName }),
    onError: createErrorHandler('The channel could not be removed. Please try again.'),
    onSettled: useRefetch(),
  })
}

export function useScan(scope: ChannelScope) {
  return useMutation({
    mutationFn: () => api.youtubeChannels.scan.call({ params: scope }),
    onError: createErrorHandler('The scan could not be started. Please try again.'),
    onSettled: useRefetch(),
  })
}

/** Opens the page where Google asks the owner for permission. */
export function useConnect(scope: ChannelScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: () => api.youtubeChannels.connect.call({ params: scope }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: createErrorHandler('The connection could not be started. Please try again.'),
  })
}

/** Stores the connection that the owner allowed. The error is shown in place of the screen's content. */
export function useFinishConnection(scope: ProjectScope) {
  return useMutation({
    mutationFn: (returned: { state: string; code: string }) => api.youtubeChannels.finishConnection.call({ params: scope, body: returned }),
    onSuccess: ({ channelName }) => void showToast({ title: 'Channel connected', message: channelName }),
    onSettled: useRefetch(),
  })
}

export function useDisconnect(scope: ChannelScope) {
  return useMutation({
    mutationFn: () => api.youtubeChannels.disconnect.call({ params: scope }),
    onSuccess: ({ channelName }) => void showToast({ title: 'Channel disconnected', message: channelName }),
    onError: createErrorHandler('The channel could not be disconnected. Please try again.'),
    onSettled: useRefetch(),
  })
}

export function useMigrate(scope: ChannelScope) {
  return useMutation({
    mutationFn: (videos: number) => api.youtubeChannels.migrate.call({ params: scope }).then(() => videos),
    onSuccess: (videos) => void showToast({ title: youtubeMessages.started, message: `Changing ${formatCount(videos, 'video')}` }),
    onError: createErrorHandler('The migration could not be started. Please try again.'),
    onSettled: useRefetch(),
  })
}

export function useStop(scope: ChannelScope) {
  return useMutation({
    mutationFn: () => api.youtubeChannels.stop.call({ params: scope }),
    onError: createErrorHandler('The migration could not be stopped. Please try again.'),
    onSettled: useRefetch(),
  })
}

/** Undoes the migration of one video, or of all videos. */
export function useUndo(scope: ChannelScope) {
  return useMutation({
    mutationFn: (body: { video_id?: string }) => api.youtubeChannels.undo.call({ params: scope, body }),
    onError: createErrorHandler('The migration could not be undone. Please try again.'),
    onSettled: useRefetch(),
  })
}

type VideoPages = InfiniteData<{ body: YoutubeVideo[] }>

/**
 * Excludes or includes a video. The video changes at once and stays at its place in the list, so that the user can
 * immediately reverse a mistake.
 */
export function useUpdateVideo(scope: ChannelScope) {
  const queryClient = useQueryClient()
  const queryKey = api.youtubeChannels.videos.key()

  function changeCachedVideo(video_id: string, changes: Partial<YoutubeVideo>): void {
    const applyChanges = (video: YoutubeVideo) => (video.video_id === video_id ? { ...video, ...changes } : video)
    queryClient.setQueriesData<VideoPages>(
      { queryKey },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: page.body.map(applyChanges) })) },
    )
  }

  return useMutation({
    mutationFn: ({ video_id, is_excluded }: Pick<YoutubeVideo, 'video_id' | 'is_excluded'>) =>
      api.youtubeChannels.updateVideo.call({ params: { ...scope, videoId: video_id }, body: { is_excluded } }),
    onMutate: ({ video_id, is_excluded }) => changeCachedVideo(video_id, { is_excluded }),
    onSuccess: (updated) => {
      changeCachedVideo(updated.video_id, updated)
      void queryClient.invalidateQueries({ queryKey: api.youtubeChannels.preview.key() })
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey })
      void showErrorToast(error, { fallback: 'The video could not be changed. Please try again.' })
    },
  })
}

/** Excludes or includes a link. This affects every description that contains the link. */
export function useUpdateLink(scope: ChannelScope) {
  return useMutation({
    mutationFn: (body: { original: string; is_excluded: boolean }) => api.youtubeChannels.updateLink.call({ params: scope, body }),
    onError: createErrorHandler('The link could not be changed. Please try again.'),
    onSettled: useRefetch(),
  })
}

/** Downloads a report with the outcome of each link. */
export function useReport(scope: ChannelScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      const { body } = await api.youtubeChannels.report.call({ params: scope })
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: createErrorHandler('The report could not be downloaded. Please try again.'),
  })
}
