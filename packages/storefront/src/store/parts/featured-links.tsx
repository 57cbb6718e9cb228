import type { StoreData } from '../store-data.ts'
import { AdMark } from './disclosure.tsx'

/** Links of the owner that are no products, such as a newsletter. */
export function FeaturedLinks({ store }: { store: StoreData }) {
  if (store.featuredLinks.length === 0) return null
  return (
    <ul className="featured">
      {store.featuredLinks.map(({ slug, title, isAd }) => (
        <li key={slug}>
          <a href={`/${slug}`} rel={isAd ? 'sponsored nofollow noopener' : 'noopener'}>
            <span dir="auto">{title}</span> {isAd ? <AdMark store={store} /> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}
