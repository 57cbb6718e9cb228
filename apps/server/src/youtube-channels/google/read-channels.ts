import type { youtube_v3 } from '@googleapis/youtube'
import type { YoutubeChannelName } from '@linkshelf/contract'
import type { CoreDeps } from '../../platform/deps.ts'
import { callGoogle, type GoogleDeps, GoogleError, getReader } from './google.ts'
import type { QuotaUser } from './quota.ts'
import { videosPerCall } from './video-api.ts'

export interface FoundChannel {
  youtube_id: string
  name: string
  url: string
  thumbnail_url: string | null
  subscribers: number | null
  uploads_playlist: string
}

/** Returns the channel that a YouTube URL names. Undefined if there is none. Throws GoogleError. */
export async function lookUpChannel(
  deps: CoreDeps & GoogleDeps,
  { user, name: { kind, value } }: { user: QuotaUser; name: YoutubeChannelName },
): Promise<FoundChannel | undefined> {
  const reader = getReader(deps)
  const channel = async (by: { id?: string[]; forHandle?: string; forUsername?: string }) => {
    const { data } = await ignoreMissing(
      callGoogle(deps, { user, units: 1 }, () => reader.channels.list({ part: ['snippet', 'statistics', 'contentDetails'], ...by })),
    )
    return data.items?.[0]
  }
  const findById = (id: string | null | undefined) => (id ? channel({ id: [id] }) : undefined)

  switch (kind) {
    case 'id':
      return toFound(await findById(value))
    case 'handle':
      return toFound(await channel({ forHandle: value }))
    case 'user':
      return toFound(await channel({ forUsername: value }))
    case 'custom': {
      // YouTube gave most owners of a custom URL a handle with the same name. Channels without such a handle can only
      // be found with a search.
      const byHandle = await channel({ forHandle: `@${value}` })
      if (byHandle !== undefined) return toFound(byHandle)
      const { data } = await callGoogle(deps, { user, searches: 1 }, () =>
        reader.search.list({ part: ['snippet'], type: ['channel'], q: value, maxResults: 5 }),
      )
      for (const { snippet } of data.items ?? []) {
        const found = await findById(snippet?.channelId)
        if (found?.snippet?.customUrl?.replace(/^@/, '').toLowerCase() === value.toLowerCase()) return toFound(found)
      }
      return undefined
    }
    case 'video': {
      const { data } = await callGoogle(deps, { user, units: 1 }, () => reader.videos.list({ part: ['snippet'], id: [value] }))
      return toFound(await findById(data.items?.[0]?.snippet?.channelId))
    }
    case 'playlist': {
      const { data } = await ignoreMissing(
        callGoogle(deps, { user, units: 1 }, () => reader.playlists.list({ part: ['snippet'], id: [value] })),
      )
      return toFound(await findById(data.items?.[0]?.snippet?.channelId))
    }
  }
}

/**
 * Replaces a 404 response with an empty response. If nothing has the name, Google responds without items or with 404.
 */
async function ignoreMissing<Items>(call: Promise<{ data: { items?: Items[] } }>): Promise<{ data: { items?: Items[] } }> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GoogleError && error.kind === 'missing') return { data: {} }
    throw error
  }
}

function toFound(channel: youtube_v3.Schema$Channel | undefined): FoundChannel | undefined {
  const uploads = channel?.contentDetails?.relatedPlaylists?.uploads
  if (!channel?.id || !uploads) return undefined
  const { snippet, statistics } = channel
  const count = statistics?.hiddenSubscriberCount ? undefined : statistics?.subscriberCount
  return {
    youtube_id: channel.id,
    name: snippet?.title ?? channel.id,
    url: `https://www.youtube.com/${snippet?.customUrl?.startsWith('@') ? snippet.customUrl : `channel/${channel.id}`}`,
    thumbnail_url: snippet?.thumbnails?.default?.url ?? null,
    subscribers: count ? Number(count) : null,
    uploads_playlist: uploads,
  }
}

/** Returns the YouTube ids of the channels whose owner `writer` acts for. Throws GoogleError. */
export async function listOwnChannels(
  deps: CoreDeps & GoogleDeps,
  { user, writer }: { user: QuotaUser; writer: youtube_v3.Youtube },
): Promise<string[]> {
  const { data } = await callGoogle(deps, { user, units: 1 }, () => writer.channels.list({ part: ['id'], mine: true }))
  return data.items?.flatMap(({ id }) => id ?? []) ?? []
}

interface PageRequest {
  user: QuotaUser
  /** Null for the first page. */
  page: string | null
}

interface PlaylistPage {
  videoIds: string[]
  /** Undefined on the last page. */
  nextPage: string | undefined
}

/** Reads a page of a playlist. The latest video comes first. Throws GoogleError. */
export async function readPlaylist(
  deps: CoreDeps & GoogleDeps,
  { user, playlistId, page }: PageRequest & { playlistId: string },
): Promise<PlaylistPage> {
  const reader = getReader(deps)
  const { data } = await callGoogle(deps, { user, units: 1 }, () =>
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
 * Returns the ids of a channel's Shorts. YouTube lists Shorts in a separate playlist, whose id is the channel's id with
 * another prefix. A channel without Shorts has no such playlist.
 */
export async function readShorts(
  deps: CoreDeps & GoogleDeps,
  { youtubeId, ...request }: PageRequest & { youtubeId: string },
): Promise<PlaylistPage> {
  try {
    return await readPlaylist(deps, { ...request, playlistId: youtubeId.replace(/^UC/, 'UUSH') })
  } catch (error) {
    if (error instanceof GoogleError && error.kind === 'missing') return { videoIds: [], nextPage: undefined }
    throw error
  }
}
