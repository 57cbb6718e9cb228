import { type EarningsReport, type EarningsRetailer, findOwnValue } from '@linkshelf/contract'

export const reportNames: Record<EarningsReport, string> = {
  amazon_earnings: 'Amazon earnings',
  amazon_orders: 'Amazon orders',
  amazon_bounties: 'Amazon bounties',
  ebay_transactions: 'eBay transactions',
  aliexpress_orders: 'AliExpress orders',
}

/** The name of the owner's tags on screen, by kind of earnings file. */
export const reportedTagNames: Record<EarningsReport, string> = {
  amazon_earnings: 'Tracking ids',
  amazon_orders: 'Tracking ids',
  amazon_bounties: 'Tracking ids',
  ebay_transactions: 'Campaigns',
  aliexpress_orders: 'Tracking ids',
}

/** Says whether the customer bought the linked product, or bought something else after following the link. */
export const directnessNames: Record<string, string> = { direct: 'Direct', indirect: 'Indirect' }

export const directnessHelp = 'Direct: the customer bought what your link leads to. Indirect: something else after following it.'

const names: Record<EarningsRetailer, string> = { amazon: 'Amazon', ebay: 'eBay', aliexpress: 'AliExpress', other: 'Other networks' }

/**
 * Returns the name of a retailer on screen. If a postback named its network, `id` is the network's own name, for
 * example `awin`, and is returned unchanged. If the postback named no network, `id` is `other`.
 */
export function toRetailerName(id: string): string {
  return findOwnValue<string>(names, id) ?? id
}
