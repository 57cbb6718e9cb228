import type { InstanceAbout } from '@linkshelf/contract'

const names: Record<string, string> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'x.com': 'X',
  'twitter.com': 'X',
  'instagram.com': 'Instagram',
  'tiktok.com': 'TikTok',
  'facebook.com': 'Facebook',
  'fb.com': 'Facebook',
  'linkedin.com': 'LinkedIn',
  'github.com': 'GitHub',
  'mastodon.social': 'Mastodon',
  'mastodon.online': 'Mastodon',
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'discord.gg': 'Discord',
}

/** Named after the network it is on, by its host or a host below it (`m.facebook.com`); an unknown one by its host. */
export function socialLink(url: string): InstanceAbout['social_links'][number] {
  const host = new URL(url).hostname.replace(/^www\./, '')
  const parts = host.split('.')
  const known = parts.map((_part, at) => parts.slice(at).join('.')).find((domain) => Object.hasOwn(names, domain))
  return { name: known === undefined ? mastodonOr(host) : (names[known] ?? host), url }
}

/** Mastodon has no host of its own: most servers say the word in theirs. */
function mastodonOr(host: string): string {
  return /^(mastodon|mstdn)\.|\.mastodon\./.test(host) ? 'Mastodon' : host
}
