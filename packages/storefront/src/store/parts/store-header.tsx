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
import { type StoreData, storePaths } from '../store-data.ts'
import { Disclosure } from './disclosure.tsx'
import { Picture, Shelf } from './pictures.tsx'

interface StoreHeaderProps {
  store: StoreData
  /**
   * Whether the header is large. It is large on the page where visitors arrive. On all other pages it is one line, so
   * that the page begins with the content that the visitor chose.
   */
  isLarge: boolean
  /** Whether the name in the header is the page's main heading, because the page has no other. */
  isMainHeading: boolean
}

export function StoreHeader({ store, isLarge, isMainHeading }: StoreHeaderProps) {
  const name = <StoreName store={store} />
  return (
    <header className={isLarge ? 'head' : 'head small'}>
      {isLarge && store.bannerImage ? <Picture className="banner" src={store.bannerImage} sizes="100vw" width="1200" height="300" /> : null}
      <div className="frame identity">
        {store.logo ? <Picture className="logo" src={store.logo} sizes="104px" maxWidth={320} width="96" height="96" /> : null}
        {isLarge && !store.logo && !store.bannerImage ? <Shelf /> : null}
        {isLarge ? <StoreIntroduction store={store} /> : isMainHeading ? <h1>{name}</h1> : name}
      </div>
      <Disclosure store={store} />
    </header>
  )
}

function StoreIntroduction({ store }: { store: StoreData }) {
  return (
    <div className="introduction">
      <h1 dir="auto">{store.title ?? store.displayName ?? store.name}</h1>
      {store.description ? <StoreDescription text={store.description} /> : null}
      <SocialLinks links={store.socialLinks} />
    </div>
  )
}

/** Maximum lengths of a text that takes at most two lines on a phone and on a desktop. */
const descriptionOpenLength = { phone: 90, desktop: 180 }

/**
 * The description of the store. A text of more than two lines is cut until a visitor opens it, so that products are
 * visible without scrolling.
 */
function StoreDescription({ text }: { text: string }) {
  const breakCount = text.split('\n').length - 1
  if (text.length <= descriptionOpenLength.phone && breakCount === 0) {
    return (
      <p className="about" dir="auto">
        {text}
      </p>
    )
  }
  return (
    <details className={text.length > descriptionOpenLength.desktop || breakCount > 1 ? 'about long' : 'about'}>
      <summary dir="auto">
        <span>{text}</span>
      </summary>
    </details>
  )
}

function StoreName({ store }: { store: StoreData }) {
  const name = store.displayName ?? store.name
  return store.hasStorePage ? (
    <a className="name" href={storePaths.store(store)} dir="auto">
      {name}
    </a>
  ) : (
    <span className="name" dir="auto">
      {name}
    </span>
  )
}

/** Names and icons of sites, by the last two parts of their host. */
const networksByHost: Record<string, [name: string, icon: TablerIcon]> = {
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

/** The owner's profiles on other sites. If a site has no icon, its host is shown. */
function SocialLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className="social">
      {links.map((href) => {
        const host = new URL(href).hostname.replace(/^www\./, '')
        const domain = host.split('.').slice(-2).join('.')
        const [name, Icon] = (Object.hasOwn(networksByHost, domain) ? networksByHost[domain] : undefined) ?? [host, IconWorld]
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
