import { formatPrice, formatRecentDay } from '@linkshelf/contract'
import { fillText } from '../../texts/fill-text.tsx'
import { getTexts } from '../../texts/get-texts.ts'
import type { StoreData, StoreProductData } from '../store-data.ts'

/** The price of a product, with the day of its check, because shops change their prices. */
export function Price({ store: { language }, product: { price } }: { store: Pick<StoreData, 'language'>; product: StoreProductData }) {
  if (!price) return null
  return (
    <p className="price">
      <bdi>{formatPrice(price, language)}</bdi>{' '}
      <small>{fillText(getTexts(language).priceChecked, { day: formatRecentDay(price, language) })}</small>
    </p>
  )
}
