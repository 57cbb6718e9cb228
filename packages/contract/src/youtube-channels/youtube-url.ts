/** The name of a channel, or of one of its videos or playlists, from a YouTube URL. */
export type YoutubeChannelName =
  | { kind: 'id' | 'handle' | 'user' | 'custom'; value: string }
  | { kind: 'video' | 'playlist'; value: string }

const youtubeHosts = /^(?:www\.|m\.|music\.)?youtube\.com$/
const videoId = /^[\w-]{11}$/
const handle = /^@[\p{L}\p{N}][\p{L}\p{M}\p{N}._·-]{1,59}$/u
const name = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,99}$/u

/**
 * Parses any form of a channel's URL, a URL of one of its videos or playlists, or a bare @handle. Undefined for any
 * other text.
 */
export function parseYoutubeUrl(typed: string): YoutubeChannelName | undefined {
  const text = typed.trim()
  if (handle.test(text)) return { kind: 'handle', value: text }
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  const [first = '', second = ''] = decodePathParts(pathname)
  if (hostname === 'youtu.be') return toChannelName('video', first, videoId)
  if (!youtubeHosts.test(hostname)) return undefined
  if (first.startsWith('@')) return toChannelName('handle', first, handle)
  switch (first) {
    case 'channel':
      return toChannelName('id', second, /^UC[\w-]{22}$/)
    case 'user':
      return toChannelName('user', second, name)
    case 'c':
      return toChannelName('custom', second, name)
    case 'watch':
      return toChannelName('video', searchParams.get('v') ?? '', videoId) ?? findPlaylist(searchParams)
    case 'shorts':
    case 'live':
    case 'embed':
    case 'v':
      return toChannelName('video', second, videoId)
    case 'playlist':
      return findPlaylist(searchParams)
    default:
      return second === '' && !reservedPaths.has(first) ? toChannelName('custom', first, name) : undefined
  }
}

/** Paths on YouTube that are not channels. */
const reservedPaths = new Set(['feed', 'results', 'account', 'premium', 'gaming', 'about', 'redirect', 'hashtag', 'post', 'clip', 't'])

function findPlaylist(query: URLSearchParams): YoutubeChannelName | undefined {
  return toChannelName('playlist', query.get('list') ?? '', /^(?:PL|UU|FL|OLAK)[\w-]{10,64}$/)
}

function toChannelName(kind: YoutubeChannelName['kind'], value: string, pattern: RegExp): YoutubeChannelName | undefined {
  return pattern.test(value) ? { kind, value } : undefined
}

function decodePathParts(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}
