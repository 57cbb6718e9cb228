import {
  formatCheckedDay,
  formatMoney,
  formatPrice,
  type LinkHealthState,
  type ListedProduct,
  type ProductNumbers,
} from '@linkshelf/contract'
import { nameShops } from '@linkshelf/storefront'
import { formatNumber, formatPercent } from '../../../ui/formats/numbers.ts'
import { AffiliationTag } from '../../links/affiliation/affiliation-tag.tsx'
import { LinkHealthTag } from '../../links/health/link-health-tag.tsx'
import classes from './product-row.module.css'

/**
 * Shows the short name of the product's main shop, and the number of the other shops as +N. If a link to a shop has a
 * problem, shows the problem. Otherwise shows whether clicks can earn a commission.
 */
export function ProductShops({ shops }: Pick<ListedProduct, 'shops'>) {
  const [main, ...others] = new Set(shops.map(({ name }) => name))
  if (main === undefined) return <span className={classes.none}>No shop</span>
  const paying = shops.find(({ affiliation }) => affiliation.state !== 'none')
  const ailing = findShop(shops, 'broken') ?? findShop(shops, 'failed_once') ?? shops.find(({ health }) => health.note !== null)
  return (
    <>
      <span className={classes.shop} title={[main, ...others].join(', ')}>
        {toShortName(main)}
        {others.length > 0 && ` +${others.length}`}
      </span>
      {ailing ? <LinkHealthTag health={ailing.health} /> : paying && <AffiliationTag link={paying} />}
    </>
  )
}

/** Returns the name of a domain without its subdomains and suffix. A retailer's name is returned as it is. */
function toShortName(name: string): string {
  return name.includes('.') ? (nameShops([name]).get(name)?.short ?? name) : name
}

function findShop(shops: ListedProduct['shops'], state: LinkHealthState) {
  return shops.find(({ health }) => health.state === state)
}

/** Shows the price, and whether visitors see it. Renders nothing if the product has no price. */
export function ProductPriceText({ price, price_visible }: Pick<ListedProduct, 'price' | 'price_visible'>) {
  return (
    price !== null && (
      <span className={classes.price} title={price_visible ? formatCheckedDay(price, 'en') : undefined}>
        {formatPrice(price, 'en')}
        {!price_visible && ', not shown'}
      </span>
    )
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
  if (first === undefined)
    return (
      <span className={classes.none} data-none>
        –
      </span>
    )
  return (
    <span title={[first, ...others].map(({ earned, currency }) => formatMoney(earned, currency)).join('\n')}>
      {formatMoney(first.earned, first.currency)}
      {others.length > 0 && ` +${others.length}`}
    </span>
  )
}
