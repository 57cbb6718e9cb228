export interface AmazonMarket {
  /** ISO 3166-1 code. */
  country: string
  /**
   * The usual ending of tracking ids of this marketplace's program. An id with another ending can be valid, because one
   * id can earn in several countries (Amazon OneLink). Undefined if no source names the ending.
   */
  tagSuffix?: string
}

/**
 * Amazon's marketplaces by their domain after `amazon.`. The source is the locale reference of the Product Advertising
 * API, and for South Africa the Selling Partner API.
 */
export const amazonMarkets: Readonly<Record<string, AmazonMarket>> = {
  com: { country: 'US', tagSuffix: '-20' },
  ca: { country: 'CA', tagSuffix: '-20' },
  'com.mx': { country: 'MX', tagSuffix: '-20' },
  'com.br': { country: 'BR', tagSuffix: '-20' },
  'co.uk': { country: 'GB', tagSuffix: '-21' },
  de: { country: 'DE', tagSuffix: '-21' },
  fr: { country: 'FR', tagSuffix: '-21' },
  it: { country: 'IT', tagSuffix: '-21' },
  es: { country: 'ES', tagSuffix: '-21' },
  nl: { country: 'NL', tagSuffix: '-21' },
  se: { country: 'SE', tagSuffix: '-21' },
  pl: { country: 'PL', tagSuffix: '-21' },
  'com.be': { country: 'BE', tagSuffix: '-21' },
  ie: { country: 'IE', tagSuffix: '-21' },
  'com.tr': { country: 'TR', tagSuffix: '-21' },
  ae: { country: 'AE', tagSuffix: '-21' },
  sa: { country: 'SA', tagSuffix: '-21' },
  eg: { country: 'EG', tagSuffix: '-21' },
  in: { country: 'IN', tagSuffix: '-21' },
  'co.jp': { country: 'JP', tagSuffix: '-22' },
  'com.au': { country: 'AU', tagSuffix: '-22' },
  sg: { country: 'SG', tagSuffix: '-22' },
  cn: { country: 'CN', tagSuffix: '-23' },
  'co.za': { country: 'ZA' },
}

/** Former domains of a marketplace. Each redirects to the same path on the marketplace's current domain. */
export const formerAmazonDomains: ReadonlyMap<string, string> = new Map([['amazon.jp', 'co.jp']])

/**
 * Amazon's own short domains. Each of their URLs belongs to an affiliate, can contain a tag, and leads to a product
 * after a redirect.
 */
export const amazonShortHosts = ['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.in', 'amzn.com', 'a.co', 'amzlink.to'] as const
