import { type YoutubeChannel, type YoutubeVideoState, youtubeVideoPageSize } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'

const pollIntervalMs = 2_000

/**
 * Returns whether the server is reading or changing the channel. Until the server has finished, no new run may start
 * and no choice may change, because they would interfere.
 */
export function isWorkedOn({ status }: Pick<YoutubeChannel, 'status'>): boolean {
  return status === 'pending' || status === 'scanning' || status === 'migrating'
}

/** Returns the channels. They are fetched every two seconds while one of them is scanned or migrated. */
export function channelListQuery(scope: ProjectScope) {
  return api.youtubeChannels.list.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? pollIntervalMs : false),
  })
}

export function previewQuery(scope: ProjectScope, channelId: string) {
  return api.youtubeChannels.preview.queryOptions({ input: { params: { ...scope, channelId } } })
}

/** Returns pages of a channel's videos that are in the given state. */
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

/** Returns the title and picture of a video from any channel in the project. */
export function videoQuery(scope: ProjectScope, videoId: string) {
  return api.youtubeChannels.video.queryOptions({ input: { params: { ...scope, videoId } } })
}

/** Refetches the videos and the preview when the polled channel shows that they have changed. */
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
