import type { YoutubeChannelId } from '@linkshelf/contract'

/** What the cipher authenticates: an encrypted token is of use for its channel alone. */
export function connectionKey(id: YoutubeChannelId): string {
  return `youtube-connection:${id}`
}

/** As above, for the verifier of an owner who is at Google. */
export function requestKey(id: YoutubeChannelId): string {
  return `youtube-connection-request:${id}`
}
