export interface AmazonMarket {
  /** ISO 3166-1. */
  country: string
  /**
   * How tracking ids of its own program end, by convention: an id with another ending may be right, since one id can
   * earn in several countries (Amazon OneLink). Undefined where no source says it.
   */
  tagSuffix?: string
}

/**
 * Amazon's marketplaces by their domain after `amazon.` (locale reference of its Product Advertising API; South
 * Africa: Selling Partner API).
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

/** Domains that redirect to the same path of a marketplace. */
export const formerAmazonDomains: ReadonlyMap<string, string> = new Map([['amazon.jp', 'co.jp']])

/**
 * Amazon's own short domains: each address belongs to an affiliate, with a tag inside or none, and leads to a
 * product after a redirect.
 */
export const amazonShortHosts = ['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.in', 'amzn.com', 'a.co', 'amzlink.to'] as const
