import { fail } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { callGoogle, type Google } from '../google/google.ts'
import { GoogleError } from '../google/google-error.ts'
import { videosPerCall } from '../google/read-videos.ts'

export interface PlaylistPage {
  videoIds: string[]
  /** Undefined on the last. */
  nextPage: string | undefined
}

type ReadDeps = Pick<Deps, 'db' | 'clock'>

/** Latest first. Throws GoogleError. */
export async function readPlaylist(deps: ReadDeps, google: Google, playlistId: string, page: string | null): Promise<PlaylistPage> {
  const reader = google.reader ?? fail('YOUTUBE_NOT_CONFIGURED')
  const { data } = await callGoogle(deps, google, { units: 1 }, () =>
    reader.playlistItems.list({
      part: ['contentDetails'],
      playlistId,
      maxResults: videosPerCall,
      ...(page !== null && { pageToken: page }),
    }),
  )
  const videoIds = (data.items ?? []).flatMap((item) => item.contentDetails?.videoId ?? [])
  return { videoIds: [...new Set(videoIds)], nextPage: data.nextPageToken ?? undefined }
}

/**
 * The Shorts of a channel: YouTube lists them in a playlist of their own, whose id is the channel's with another
 * prefix. A channel without Shorts has none.
 */
export async function readShorts(deps: ReadDeps, google: Google, youtubeId: string, page: string | null): Promise<PlaylistPage> {
  try {
    return await readPlaylist(deps, google, youtubeId.replace(/^UC/, 'UUSH'), page)
  } catch (error) {
    if (error instanceof GoogleError && error.kind === 'missing') return { videoIds: [], nextPage: undefined }
    throw error
  }
}
