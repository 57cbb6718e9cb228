import { type YoutubeChannel, type YoutubeVideoState, youtubeVideoPageSize } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'

const pollIntervalMs = 2_000

/** Returns whether the server reads or writes the channel now: a new run or other choices would disturb it. */
export function isWorkedOn({ status }: Pick<YoutubeChannel, 'status'>): boolean {
  return status === 'pending' || status === 'scanning' || status === 'migrating'
}

/** Returns the channels, fetched again every two seconds while one is scanned or migrated. */
export function channelListQuery(scope: ProjectScope) {
  return api.youtubeChannels.list.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? pollIntervalMs : false),
  })
}

export function previewQuery(scope: ProjectScope, channelId: string) {
  return api.youtubeChannels.preview.queryOptions({ input: { params: { ...scope, channelId } } })
}

/** Returns the videos of a channel in one state, in pages. */
export function videoListQuery(scope: ProjectScope, channelId: string, state: YoutubeVideoState) {
  return api.youtubeChannels.videos.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { ...scope, channelId },
      query: { state, limit: youtubeVideoPageSize, cursor },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
  })
}

/** Returns the title and picture of a video of any channel of the project. */
export function videoQuery(scope: ProjectScope, videoId: string) {
  return api.youtubeChannels.video.queryOptions({ input: { params: { ...scope, videoId } } })
}

/** Videos and preview are fetched again when the polled channel says that they changed. */
export function useRefetchVideos({ status, videos, scanned_at }: YoutubeChannel): void {
  const queryClient = useQueryClient()
  const present = JSON.stringify([status, videos, scanned_at])
  const shown = useRef(present)
  useEffect(() => {
    if (shown.current === present) return
    shown.current = present
    void queryClient.invalidateQueries({ queryKey: api.youtubeChannels.preview.key() })
    void queryClient.invalidateQueries({ queryKey: api.youtubeChannels.videos.key() })
  }, [present, queryClient])
}
