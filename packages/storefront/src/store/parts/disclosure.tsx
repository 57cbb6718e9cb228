import { formatDefaultDisclosure, toDefaultAdLabel } from '@linkshelf/contract'
import { truncateText } from '../../texts/truncate-text.ts'
import type { StoreData } from '../store-data.ts'

/**
 * The text which says that the store's links are ads. It is above the products, so that visitors read it before they
 * follow a link. If the owner wrote no text, the default text is used, with the sentences that the shops of the links
 * require. The beginning of the text is always visible, and visitors can open the whole text. If the store has no ad,
 * it has no disclosure.
 */
export function Disclosure({ store }: { store: StoreData }) {
  if (!store.isDisclosed) return null
  const links = [...store.products.flatMap((product) => product.links), ...store.featuredLinks].filter(({ isAd }) => isAd)
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

/** A sentence of this length takes about two lines on a phone. A longer sentence is cut after a word. */
const shortMaxLength = 110

function toFirstSentence(text: string): string {
  const [first] = sentences.segment(text)
  const sentence = first?.segment.trim() ?? text
  return sentence.length <= shortMaxLength ? sentence : `${truncateText(sentence, shortMaxLength).replace(/\s+\S*$/, '')} …`
}

type MarkedStore = Pick<StoreData, 'language' | 'isDisclosed' | 'adLabel'>

/** Returns the text of the mark of an ad. Empty if the store does not disclose ads. */
export function toAdMark({ language, isDisclosed, adLabel }: MarkedStore): string {
  return isDisclosed ? (adLabel ?? toDefaultAdLabel(language)) : ''
}

/** The mark next to a link that leads to a shop. */
export function AdMark({ store }: { store: MarkedStore }) {
  return store.isDisclosed ? (
    <span className="ad" dir="auto">
      {toAdMark(store)}
    </span>
  ) : null
}
