import type { YoutubeChannelId } from '@linkshelf/contract'

/** The cipher authenticates this text, so that an encrypted token is of use for its channel alone. */
export function connectionKey(id: YoutubeChannelId): string {
  return `youtube-connection:${id}`
}

/** The same for the verifier of an owner who is at Google. */
export function requestKey(id: YoutubeChannelId): string {
  return `youtube-connection-request:${id}`
}
