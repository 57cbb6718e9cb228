import { type CheckedPrice, hasDayBegunSomewhere, type ProductDraft, priceMessages } from '@linkshelf/contract'
import { fail } from '../access/index.ts'

/** Returns the price with the day on which it was checked. Throws REQUEST_INVALID if that day has not begun. */
export function toCheckedPrice(price: ProductDraft['price'], now: Date): CheckedPrice | null {
  if (price === null) return null
  const { checked_on = now.toISOString().slice(0, 10), ...amount } = price
  if (!hasDayBegunSomewhere(checked_on, now)) fail('REQUEST_INVALID', { issues: [{ path: 'price', message: priceMessages.laterDay }] })
  return { ...amount, checked_on }
}
