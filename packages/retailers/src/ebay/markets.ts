/** eBay's marketplaces by their domain after `ebay.`. */
export const ebayMarkets: readonly string[] = 'com co.uk de fr it es at ch be nl ie pl ca com.au com.hk com.sg com.my ph'.split(' ')

/** eBay's own short domains. */
export const ebayShortHosts = ['ebay.us', 'ebay.to', 'ebay.gg'] as const
