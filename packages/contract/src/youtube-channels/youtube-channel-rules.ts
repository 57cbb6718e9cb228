export const youtubeChannelStates = ['pending', 'scanning', 'ready', 'migrating', 'completed', 'failed'] as const
export type YoutubeChannelState = (typeof youtubeChannelStates)[number]

/** Why a channel failed. */
export const youtubeChannelErrors = [
  'connection_revoked',
  'connection_of_other_channel',
  'channel_gone',
  'not_configured',
  'youtube_failed',
] as const
export type YoutubeChannelError = (typeof youtubeChannelErrors)[number]

export const youtubeChannelErrorTexts: Record<YoutubeChannelError, string> = {
  connection_revoked: 'Google no longer accepts the connection. Connect the channel again.',
  connection_of_other_channel: 'The connected Google account does not own this channel. Connect the account that does.',
  channel_gone: 'YouTube no longer has this channel.',
  not_configured: 'This instance has no Google project any more. Ask its operator.',
  youtube_failed: 'YouTube did not answer as expected. Nothing was lost. Please try again.',
}

/** The states of a video, in the order of the screen. */
export const youtubeVideoStates = [
  'planned',
  'queued',
  'migrated',
  'changed',
  'too_long',
  'failed',
  'excluded',
  'restoring',
  'restored',
  'left',
  'unchanged',
  'short',
] as const
export type YoutubeVideoState = (typeof youtubeVideoStates)[number]

export const youtubeVideoStateLabels: Record<YoutubeVideoState, string> = {
  planned: 'To migrate',
  queued: 'Waiting',
  migrated: 'Migrated',
  changed: 'Edited since the scan',
  too_long: 'Too long',
  failed: 'Failed',
  excluded: 'Left out',
  restoring: 'Undo waiting',
  restored: 'Undone',
  left: 'Edited since the migration',
  unchanged: 'Nothing to migrate',
  short: 'Short',
}

/** Why a video failed, or would. */
export const youtubeVideoReasons = ['link_limit', 'video_gone', 'rejected', 'too_long'] as const
export type YoutubeVideoReason = (typeof youtubeVideoReasons)[number]

export const youtubeVideoReasonTexts: Record<YoutubeVideoReason, string> = {
  link_limit: 'Your plan has no room for more links in this project.',
  video_gone: 'YouTube no longer has this video.',
  rejected: 'YouTube did not accept the new description.',
  too_long: 'With the short links, the description would be longer than YouTube allows. It stays as it is.',
}

/** Destinations are grouped by retailer; all others are `other`. */
export const youtubeLinkGroups = ['amazon', 'ebay', 'aliexpress', 'other'] as const
export type YoutubeLinkGroup = (typeof youtubeLinkGroups)[number]

export const youtubeLinkGroupLabels: Record<YoutubeLinkGroup, string> = {
  amazon: 'Amazon',
  ebay: 'eBay',
  aliexpress: 'AliExpress',
  other: 'Other links',
}

/** A new upload is ignored, offered for migration, or migrated. */
export const youtubeWatchModes = ['off', 'offer', 'automatic'] as const
export type YoutubeWatchMode = (typeof youtubeWatchModes)[number]

export const youtubeChannelsPerProject = 20
export const youtubeVideoPageSize = 20
export const youtubeChannelUrlMaxLength = 500
export const youtubeDisclosureMaxLength = 300
/** How many of the replaced links the list of channels has; the report has all. */
export const youtubeReplacedLinksShown = 200

/** Google redirects the owner to this path below the app's origin. */
export const youtubeConnectionPath = '/settings/youtube'

export const youtubeMessages = {
  urlRequired: 'Please enter a channel URL',
  urlInvalid: 'Please enter a valid YouTube channel URL',
  added: 'Channel Added',
  started: 'Migration Started',
  disclosure: 'As an affiliate, I earn from qualifying purchases made through links here.',
} as const

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
