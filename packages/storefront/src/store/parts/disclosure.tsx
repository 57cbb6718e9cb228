import { formatDefaultDisclosure, isAdLink, isVideoHost, toDefaultAdLabel } from '@linkshelf/contract'
import { truncateText } from '../../texts/truncate-text.ts'
import type { FeaturedLinkData, StoreData } from '../store-data.ts'

/**
 * The disclosure is above the products, so that visitors read it before they follow a link. Unless the owner wrote a
 * text, it has the sentences that the shops of the store's links require. Its first sentence says that links are ads,
 * and is always visible; a longer text opens below it. A store without an ad has none.
 */
export function Disclosure({ store }: { store: StoreData }) {
  if (!store.isDisclosed) return null
  const links = [...store.products.flatMap((product) => product.links.filter(isAdLink)), ...store.featuredLinks.filter(isFeaturedAd)]
  if (links.length === 0) return null
  const text =
    store.disclosureText ??
    formatDefaultDisclosure(
      links.map(({ host }) => host),
      store.language,
    )
  const short = toFirstSentence(text)
  if (short === text) {
    return (
      <p className="disclosure" dir="auto">
        {text}
      </p>
    )
  }
  return (
    <details className="disclosure">
      <summary dir="auto">{short}</summary>
      <p dir="auto">{text}</p>
    </details>
  )
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** About two lines of a phone: a longer sentence is cut after a word. */
const shortMaxLength = 110

function toFirstSentence(text: string): string {
  const [first] = sentences.segment(text)
  const sentence = first?.segment.trim() ?? text
  return sentence.length <= shortMaxLength ? sentence : `${truncateText(sentence, shortMaxLength).replace(/\s+\S*$/, '')} …`
}

/** Videos were ads by default: a mark on one says nothing about it. */
export function isFeaturedAd({ isAd, host }: FeaturedLinkData): boolean {
  return isAd && !isVideoHost(host)
}

type MarkedStore = Pick<StoreData, 'language' | 'isDisclosed' | 'adLabel'>

/** Empty in a store without marks. */
export function findAdMark({ language, isDisclosed, adLabel }: MarkedStore): string {
  return isDisclosed ? (adLabel ?? toDefaultAdLabel(language)) : ''
}

/** The mark beside a link that leads to a shop. */
export function AdMark({ store }: { store: MarkedStore }) {
  return store.isDisclosed ? (
    <span className="ad" dir="auto">
      {findAdMark(store)}
    </span>
  ) : null
}
