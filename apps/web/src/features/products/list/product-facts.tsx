import {
  formatCheckedDay,
  formatMoney,
  formatPrice,
  type LinkHealthState,
  type ListedProduct,
  type ProductNumbers,
} from '@linkshelf/contract'
import { formatInstant, formatTimeAgo } from '../../../ui/formats/dates.ts'
import { formatNumber, formatPercent } from '../../../ui/formats/numbers.ts'
import { AffiliationTag } from '../../links/affiliation/affiliation-tag.tsx'
import { LinkHealthTag } from '../../links/health/link-health-tag.tsx'
import classes from './product-row.module.css'

/** Maximum number of shops that a row names. It shows the number of the others as +N. */
const maxShops = 2

/**
 * Shows the shops of a product, and when a link to them was last checked. Also shows whether clicks can earn a
 * commission, for the first link that leads to a retailer.
 */
export function ProductShops({ shops }: Pick<ListedProduct, 'shops'>) {
  const names = [...new Set(shops.map(({ name }) => name))]
  const others = names.slice(maxShops)
  const paying = shops.find(({ affiliation }) => affiliation.state !== 'none')
  const ailing = findShop(shops, 'broken') ?? findShop(shops, 'failed_once') ?? shops.find(({ health }) => health.note !== null)
  const checkedAt = shops
    .flatMap(({ health }) => health.checked_at ?? [])
    .toSorted()
    .at(-1)
  if (shops.length === 0) return <span className={classes.none}>No shop</span>
  return (
    <>
      <span>{names.slice(0, maxShops).join(', ')}</span>
      {others.length > 0 && <span title={others.join(', ')}> +{others.length}</span>}
      <span className={classes.tags}>
        {paying && <AffiliationTag link={paying} />}
        {ailing && <LinkHealthTag health={ailing.health} />}
      </span>
      {checkedAt !== undefined && (
        <small>
          Checked{' '}
          <time dateTime={checkedAt} title={formatInstant(checkedAt)}>
            {formatTimeAgo(checkedAt, Date.now())}
          </time>
        </small>
      )}
    </>
  )
}

function findShop(shops: ListedProduct['shops'], state: LinkHealthState) {
  return shops.find(({ health }) => health.state === state)
}

/** Shows the price as visitors see it, or says that visitors don't see it. */
export function ProductPriceText({ price, price_visible }: Pick<ListedProduct, 'price' | 'price_visible'>) {
  if (price === null) return <span className={classes.none}>–</span>
  return (
    <>
      <span>{formatPrice(price, 'en')}</span>
      <small>{price_visible ? formatCheckedDay(price, 'en') : 'Not shown'}</small>
    </>
  )
}

/** Undefined until the numbers are loaded. */
interface NumbersProps {
  numbers: ProductNumbers | undefined
}

const clickThroughNote =
  'Click-through rate: clicks on the product’s own page for each view of that page. The number of clicks includes the buttons in lists.'

export function ProductClicks({ numbers }: NumbersProps) {
  if (numbers === undefined) return <span className={classes.none}>–</span>
  const { clicks, click_through } = numbers
  return (
    <>
      <span>{formatNumber(clicks)}</span>
      {click_through !== null && <small title={clickThroughNote}>{formatPercent(click_through, 1)} CTR</small>}
    </>
  )
}

export function ProductEarned({ numbers }: NumbersProps) {
  const [first, ...others] = numbers?.earned ?? []
  if (first === undefined) return <span className={classes.none}>–</span>
  return (
    <span title={[first, ...others].map(({ earned, currency }) => formatMoney(earned, currency)).join('\n')}>
      {formatMoney(first.earned, first.currency)}
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}
