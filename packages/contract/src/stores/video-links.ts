/** Addresses of videos for which their sites show a picture. A regular expression for JavaScript and PostgreSQL. */
export const videoAddress =
  '^https?://((www|m|music)\\.)?(youtube\\.com/(watch\\?|shorts/|live/|embed/)|youtu\\.be/[a-z0-9_-]|vimeo\\.com/([a-z]+/)*[0-9]|tiktok\\.com/@[^/?#]+/video/|dailymotion\\.com/video/|dai\\.ly/[a-z0-9])'

const pattern = new RegExp(videoAddress, 'i')

export function isVideoAddress(address: string): boolean {
  return pattern.test(address)
}
