import {
  IconBrandBluesky,
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandPatreon,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandSnapchat,
  IconBrandSpotify,
  IconBrandTelegram,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandTwitch,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'

/** The sites by the last two parts of their host. */
const networks: Record<string, [name: string, icon: TablerIcon]> = {
  'bsky.app': ['Bluesky', IconBrandBluesky],
  'discord.com': ['Discord', IconBrandDiscord],
  'discord.gg': ['Discord', IconBrandDiscord],
  'facebook.com': ['Facebook', IconBrandFacebook],
  'instagram.com': ['Instagram', IconBrandInstagram],
  'linkedin.com': ['LinkedIn', IconBrandLinkedin],
  'patreon.com': ['Patreon', IconBrandPatreon],
  'pinterest.com': ['Pinterest', IconBrandPinterest],
  'reddit.com': ['Reddit', IconBrandReddit],
  'snapchat.com': ['Snapchat', IconBrandSnapchat],
  'spotify.com': ['Spotify', IconBrandSpotify],
  't.me': ['Telegram', IconBrandTelegram],
  'threads.com': ['Threads', IconBrandThreads],
  'threads.net': ['Threads', IconBrandThreads],
  'tiktok.com': ['TikTok', IconBrandTiktok],
  'twitch.tv': ['Twitch', IconBrandTwitch],
  'wa.me': ['WhatsApp', IconBrandWhatsapp],
  'x.com': ['X', IconBrandX],
  'twitter.com': ['X', IconBrandX],
  'youtube.com': ['YouTube', IconBrandYoutube],
}

/** The owner's profiles elsewhere; one on a network without an icon is named by its host. */
export function SocialLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className="social">
      {links.map((href) => {
        const host = new URL(href).hostname.replace(/^www\./, '')
        const [name, Icon] = networks[host.split('.').slice(-2).join('.')] ?? [host, IconWorld]
        return (
          <li key={href}>
            <a href={href} rel="me noopener" aria-label={name} title={name}>
              <Icon size={24} stroke={1.75} aria-hidden={true} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
