/** The name of a channel, as a URL of YouTube contains it. */
export type YoutubeChannelName =
  | { kind: 'id' | 'handle' | 'user' | 'custom'; value: string }
  | { kind: 'video' | 'playlist'; value: string }

const youtubeHosts = /^(?:www\.|m\.|music\.)?youtube\.com$/
const videoId = /^[\w-]{11}$/
const handle = /^@[\p{L}\p{N}][\p{L}\p{M}\p{N}._·-]{1,59}$/u
const name = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,99}$/u

/**
 * Reads every form of a channel's URL, of one of its videos or playlists, and a bare @handle.
 * Undefined for anything else.
 */
export function parseYoutubeUrl(typed: string): YoutubeChannelName | undefined {
  const text = typed.trim()
  if (handle.test(text)) return { kind: 'handle', value: text }
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  const [first = '', second = ''] = decodedParts(pathname)
  if (hostname === 'youtu.be') return named('video', first, videoId)
  if (!youtubeHosts.test(hostname)) return undefined
  if (first.startsWith('@')) return named('handle', first, handle)
  switch (first) {
    case 'channel':
      return named('id', second, /^UC[\w-]{22}$/)
    case 'user':
      return named('user', second, name)
    case 'c':
      return named('custom', second, name)
    case 'watch':
      return named('video', searchParams.get('v') ?? '', videoId) ?? playlistOf(searchParams)
    case 'shorts':
    case 'live':
    case 'embed':
    case 'v':
      return named('video', second, videoId)
    case 'playlist':
      return playlistOf(searchParams)
    default:
      return second === '' && !reservedPaths.has(first) ? named('custom', first, name) : undefined
  }
}

/** Pages of YouTube that are no channel. */
const reservedPaths = new Set(['feed', 'results', 'account', 'premium', 'gaming', 'about', 'redirect', 'hashtag', 'post', 'clip', 't'])

function playlistOf(query: URLSearchParams): YoutubeChannelName | undefined {
  return named('playlist', query.get('list') ?? '', /^(?:PL|UU|FL|OLAK)[\w-]{10,64}$/)
}

function named(kind: YoutubeChannelName['kind'], value: string, pattern: RegExp): YoutubeChannelName | undefined {
  return pattern.test(value) ? { kind, value } : undefined
}

function decodedParts(pathname: string): string[] {
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
