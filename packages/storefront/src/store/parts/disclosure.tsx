import { defaultAdLabel, defaultDisclosure } from '@linkshelf/contract'
import type { StoreData } from '../store-data.ts'

/**
 * The disclosure is above the products, so that visitors read it before they follow a link. Unless the owner wrote a
 * text, it has the sentences that the shops of the store's links require.
 */
export function Disclosure({ store }: { store: StoreData }) {
  if (!store.isDisclosed) return null
  const links = [...store.products.flatMap((product) => product.links), ...store.featuredLinks.filter(({ isAd }) => isAd)]
  return (
    <p className="disclosure" dir="auto">
      {store.disclosureText ?? defaultDisclosure(links.map(({ host }) => host))}
    </p>
  )
}

/** The mark beside a button that leads to a shop. */
export function AdMark({ store }: { store: Pick<StoreData, 'isDisclosed' | 'adLabel'> }) {
  return store.isDisclosed ? (
    <span className="ad" dir="auto">
      {store.adLabel ?? defaultAdLabel}
    </span>
  ) : null
}
