/** The addresses of videos whose sites show a picture of each: a regular expression that PostgreSQL takes too. */
export const videoAddress =
  '^https?://((www|m|music)\\.)?(youtube\\.com/(watch\\?|shorts/|live/|embed/)|youtu\\.be/[a-z0-9_-]|vimeo\\.com/([a-z]+/)*[0-9]|tiktok\\.com/@[^/?#]+/video/|dailymotion\\.com/video/|dai\\.ly/[a-z0-9])'

const pattern = new RegExp(videoAddress, 'i')

/** Whether an address is that of one video. */
export function isVideoAddress(address: string): boolean {
  return pattern.test(address)
}
