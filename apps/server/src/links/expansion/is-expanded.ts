import { isShortUrl } from '@linkshelf/contract'
import type { LinkRow } from '../tables/link-table.ts'

/** Whether it is known where the short URLs of a link lead: its destination, and its shops. */
export function isExpanded({
  target,
  expanded_target,
  shops,
  expanded_shops,
}: Pick<LinkRow, 'target' | 'expanded_target' | 'shops' | 'expanded_shops'>): boolean {
  if (isShortUrl(target) && expanded_target === null) return false
  return shops.every((shop) => !isShortUrl(shop.target) || expanded_shops[shop.target] !== undefined)
}
