import { type EarningsReport, type EarningsRetailer, ownValue } from '@linkshelf/contract'

export const reportNames: Record<EarningsReport, string> = {
  amazon_earnings: 'Amazon earnings',
  amazon_orders: 'Amazon orders',
  amazon_bounties: 'Amazon bounties',
  ebay_transactions: 'eBay transactions',
  aliexpress_orders: 'AliExpress orders',
}

/** The word for the owner's tags in each kind of file. */
export const reportedTagNames: Record<EarningsReport, string> = {
  amazon_earnings: 'Tracking ids',
  amazon_orders: 'Tracking ids',
  amazon_bounties: 'Tracking ids',
  ebay_transactions: 'Campaigns',
  aliexpress_orders: 'Tracking ids',
}

/** Whether the customer bought what the link leads to, or something else after following it. */
export const directnessNames: Record<string, string> = { direct: 'Direct', indirect: 'Indirect' }

export const directnessHelp = 'Direct: the customer bought what your link leads to. Indirect: something else after following it.'

const names: Record<EarningsRetailer, string> = { amazon: 'Amazon', ebay: 'eBay', aliexpress: 'AliExpress', other: 'Other networks' }

/** Returns a retailer by its own name, or the network of a postback as it names itself. */
export function toRetailerName(id: string): string {
  return ownValue<string>(names, id) ?? id
}
