import { defaultAdLabel, defaultDisclosure, isAdLink, isVideoHost } from '@linkshelf/contract'
import type { FeaturedLinkData, StoreData } from '../store-data.ts'

/**
 * The disclosure is above the products, so that visitors read it before they follow a link. Unless the owner wrote a
 * text, it has the sentences that the shops of the store's links require. A store without an ad has none.
 */
export function Disclosure({ store }: { store: StoreData }) {
  if (!store.isDisclosed) return null
  const links = [...store.products.flatMap((product) => product.links.filter(isAdLink)), ...store.featuredLinks.filter(isFeaturedAd)]
  if (links.length === 0) return null
  return (
    <p className="disclosure" dir="auto">
      {store.disclosureText ?? defaultDisclosure(links.map(({ host }) => host))}
    </p>
  )
}

/** Videos were ads by default: a mark on one says nothing about it. */
export function isFeaturedAd({ isAd, host }: FeaturedLinkData): boolean {
  return isAd && !isVideoHost(host)
}

/** The mark beside a button that leads to a shop. */
export function AdMark({ store }: { store: Pick<StoreData, 'isDisclosed' | 'adLabel'> }) {
  return store.isDisclosed ? (
    <span className="ad" dir="auto">
      {store.adLabel ?? defaultAdLabel}
    </span>
  ) : null
}
