// Simulates the calls of YouTube's Data API that the product uses, on an account in memory. Costs and errors are as
// YouTube documents them.
import type { FakeChannel, FakeVideo, GoogleAccount } from './google-account.ts'

export class GoogleApiError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
    this.body = { error: { code: status, message: reason, errors: [{ domain: 'youtube.quota', reason, message: reason }] } }
  }
}

export interface YoutubeCall {
  method: string
  /** The part of the path after `/youtube/v3/`. */
  resource: string
  query: URLSearchParams
  body: string
  /** The channel of the access token. Undefined if the call uses the API key. */
  ownChannelId: string | undefined
}

export function computeCost({ method, resource }: Pick<YoutubeCall, 'method' | 'resource'>): number {
  if (resource === 'search') return 0
  return method === 'PUT' ? 50 : 1
}

/** Returns the resource of the response. Throws GoogleApiError. */
export function answerYoutubeCall(account: GoogleAccount, call: YoutubeCall): object {
  const answer = calls[`${call.method} ${call.resource}`]
  if (answer === undefined) throw new GoogleApiError(404, 'notFound')
  return answer(account, call)
}

const calls: Record<string, (account: GoogleAccount, call: YoutubeCall) => object> = {
  'GET channels': ({ channels }, { query, ownChannelId }) => {
    const found = channels.filter((channel) => {
      if (query.get('mine') === 'true') return channel.id === ownChannelId
      const handle = query.get('forHandle')
      if (handle !== null) return channel.handle.toLowerCase() === handle.toLowerCase()
      const username = query.get('forUsername')
      if (username !== null) return channel.username === username
      return parseList(query, 'id').includes(channel.id)
    })
    return found.length === 0 ? {} : { items: found.map(toChannelResource) }
  },
  'GET search': ({ channels }, { query }) => ({
    items: channels
      .filter(({ title, customUrl = '' }) => `${title} ${customUrl}`.toLowerCase().includes((query.get('q') ?? '').toLowerCase()))
      .map(({ id }) => ({ id: { kind: 'youtube#channel', channelId: id }, snippet: { channelId: id } })),
  }),
  'GET playlists': ({ channels }, { query }) => ({
    items: channels
      .filter(({ playlists }) => playlists.some((playlist) => parseList(query, 'id').includes(playlist)))
      .map(({ id }) => ({ snippet: { channelId: id } })),
  }),
  'GET playlistItems': ({ channels }, { query }) => {
    const playlistId = query.get('playlistId') ?? ''
    const isShorts = playlistId.startsWith('UUSH')
    const channel = channels.find(({ id }) => id.slice(2) === playlistId.slice(isShorts ? 4 : 2))
    const videos = channel?.videos.filter((video) => !isShorts || video.isShort) ?? []
    if (channel === undefined || (isShorts && videos.length === 0)) throw new GoogleApiError(404, 'playlistNotFound')
    const start = Number(query.get('pageToken')?.replace('page', '') ?? 0)
    const end = start + Number(query.get('maxResults') ?? 5)
    return {
      items: videos.slice(start, end).map(({ id }) => ({ contentDetails: { videoId: id } })),
      ...(end < videos.length && { nextPageToken: `page${end}` }),
    }
  },
  'GET videos': (account, { query }) => {
    const parts = parseList(query, 'part')
    const found = parseList(query, 'id').flatMap((id) => account.findVideo(id) ?? [])
    return { items: found.map(({ video, channel }) => toVideoResource(video, channel, parts)) }
  },
  'PUT videos': (account, { query, body, ownChannelId }) => {
    const parts = parseList(query, 'part')
    const sent = JSON.parse(body) as Partial<Pick<FakeVideo, 'id' | 'localizations'>> & { snippet?: Partial<FakeVideo['snippet']> }
    const found = account.findVideo(sent.id ?? '')
    if (found === undefined) throw new GoogleApiError(404, 'videoNotFound')
    const { video, channel } = found
    if (channel.id !== ownChannelId) throw new GoogleApiError(403, 'forbidden')
    const { title, categoryId, description = '', tags, defaultLanguage, defaultAudioLanguage } = sent.snippet ?? {}
    if (!title || !categoryId) throw new GoogleApiError(400, 'invalidVideoMetadata')
    const descriptions = [description, ...Object.values(sent.localizations ?? {}).map((one) => one.description)]
    if (descriptions.some((text) => Buffer.byteLength(text) > 5_000 || /[<>]/.test(text)))
      throw new GoogleApiError(400, 'invalidDescription')
    // An update clears the fields that the request does not contain.
    const { publishedAt } = video.snippet
    video.snippet = {
      title,
      categoryId,
      description: description.trimEnd(),
      publishedAt,
      ...(tags && { tags }),
      ...(defaultLanguage && { defaultLanguage }),
      ...(defaultAudioLanguage && { defaultAudioLanguage }),
    }
    if (parts.includes('localizations')) video.localizations = sent.localizations ?? {}
    account.writes.push({ videoId: video.id, description: video.snippet.description })
    return toVideoResource(video, channel, parts)
  },
}

/** Returns the values of a parameter that can be repeated or separated by commas. */
function parseList(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((value) => value.split(','))
}

function toVideoResource({ id, snippet, localizations }: FakeVideo, channel: FakeChannel, parts: string[]): object {
  const thumbnails = {
    default: { url: `https://i.ytimg.com/vi/${id}/default.jpg` },
    medium: { url: `https://i.ytimg.com/vi/${id}/mqdefault.jpg` },
  }
  return {
    id,
    etag: `etag-${id}`,
    ...(parts.includes('snippet') && { snippet: { ...snippet, channelId: channel.id, channelTitle: channel.title, thumbnails } }),
    ...(parts.includes('localizations') && Object.keys(localizations).length > 0 && { localizations }),
  }
}

function toChannelResource({ id, title, handle, customUrl, subscribers }: FakeChannel): object {
  return {
    id,
    snippet: { title, customUrl: customUrl ?? handle, thumbnails: { default: { url: `https://yt3.ggpht.com/${id}` } } },
    statistics: { subscriberCount: String(subscribers), hiddenSubscriberCount: false },
    contentDetails: { relatedPlaylists: { uploads: id.replace(/^UC/, 'UU') } },
  }
}
