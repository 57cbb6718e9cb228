import { toVideoQuery } from '@linkshelf/contract'
import type { Origins } from '../../platform/deps.ts'

/**
 * The short URL in the description of a video. It names the video: one short link is in many descriptions, and its
 * clicks are counted by video.
 */
export function videoShortUrl(origins: Pick<Origins, 'public'>, slug: string, videoId: string): string {
  return `${origins.public}/${slug}?${toVideoQuery(videoId)}`
}
