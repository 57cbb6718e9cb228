import { type FeaturedLinkData, formatShortLinkHref, type StoreData } from '../store-data.ts'
import { AdMark } from './disclosure.tsx'
import { Picture } from './pictures.tsx'

/** Links of the owner that are not products, for example a newsletter or a video. */
export function FeaturedLinks({ store }: { store: StoreData }) {
  if (store.featuredLinks.length === 0) return null
  return (
    <ul className="featured">
      {store.featuredLinks.map((link) => (
        <li key={formatShortLinkHref(link)}>
          <a
            className={isCard(link) ? 'feature' : undefined}
            href={formatShortLinkHref(link)}
            rel={link.isAd ? 'sponsored nofollow noopener' : 'noopener'}
          >
            {link.imageUrl ? <Thumbnail src={link.imageUrl} isVideo={link.isVideo ?? false} /> : null}
            {isCard(link) ? <Words link={link} /> : <span dir="auto">{link.title}</span>} {link.isAd ? <AdMark store={store} /> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Whether a featured link is a card. If it has only a title, it is a button. */
export function isCard({ imageUrl, subtitle }: FeaturedLinkData): boolean {
  return Boolean(imageUrl || subtitle)
}

function Words({ link: { title, subtitle } }: { link: FeaturedLinkData }) {
  return (
    <span className="words">
      <span dir="auto">{title}</span>
      {subtitle ? <small dir="auto">{subtitle}</small> : null}
    </span>
  )
}

/** The picture of the page that the link leads to. If that page is a video, the picture has a play mark. */
function Thumbnail({ src, isVideo }: { src: string; isVideo: boolean }) {
  return (
    <span className="thumb">
      <Picture src={src} sizes="10rem" maxWidth={640} width="160" height="90" />
      {isVideo ? (
        <svg className="play" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="12" />
          <path d="M9.5 7.2v9.6l7.6-4.8z" />
        </svg>
      ) : null}
    </span>
  )
}
