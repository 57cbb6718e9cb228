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

/**
 * Names a link after its network, recognised by the host or a parent domain (`m.facebook.com`);
 * otherwise after its host.
 */
export function socialLink(url: string): InstanceAbout['social_links'][number] {
  const host = new URL(url).hostname.replace(/^www\./, '')
  const parts = host.split('.')
  const known = parts.map((_part, at) => parts.slice(at).join('.')).find((domain) => Object.hasOwn(names, domain))
  return { name: known === undefined ? mastodonOr(host) : (names[known] ?? host), url }
}

/** Mastodon has many hosts: most contain its name. */
function mastodonOr(host: string): string {
  return /^(mastodon|mstdn)\.|\.mastodon\./.test(host) ? 'Mastodon' : host
}
