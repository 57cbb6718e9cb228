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
 * The languages of a marketplace beside its first one, as its `language` parameter has them (locale reference of the
 * Product Advertising API, and the marketplaces' own choice of languages).
 */
const furtherLanguages: Readonly<Record<string, string>> = {
  com: 'es_US pt_BR de_DE ko_KR zh_CN zh_TW he_IL ar_AE',
  ca: 'fr_CA',
  'com.mx': 'en_US',
  de: 'en_GB cs_CZ nl_NL pl_PL tr_TR da_DK',
  fr: 'en_GB',
  it: 'en_GB',
  es: 'en_GB pt_PT',
  nl: 'en_GB',
  se: 'en_GB',
  pl: 'en_GB',
  'com.be': 'fr_BE nl_BE en_GB',
  'com.tr': 'en_GB',
  ae: 'ar_AE',
  sa: 'en_AE',
  eg: 'en_AE',
  in: 'hi_IN ta_IN te_IN kn_IN ml_IN bn_IN mr_IN',
  'co.jp': 'en_US zh_CN zh_TW ko_KR pt_BR',
}

/** The value of `language` for the language of a path, such as `en` in `/-/en/`; undefined where it is not known. */
export function amazonLanguageOf(market: string, language: string): string | undefined {
  const wanted = language.toLowerCase()
  return furtherLanguages[market]?.split(' ').find((locale) => [locale, locale.slice(0, 2)].some((name) => name.toLowerCase() === wanted))
}

/**
 * Amazon's own short domains: each address belongs to an affiliate, with a tag inside or none, and leads to a
 * product after a redirect.
 */
export const amazonShortHosts = ['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.in', 'amzn.com', 'a.co', 'amzlink.to'] as const

/** Countries without a marketplace of their own, by the one that their visitors are used to. */
const neighbors: Readonly<Record<string, string>> = {
  de: 'AT CH LI LU DK FI CZ SK HU SI HR BG RO EE LV LT CY',
  se: 'NO',
  es: 'PT AD',
  fr: 'MC',
  it: 'SM VA',
  'co.uk': 'GI IM JE GG MT',
  'com.au': 'NZ CK CX NC NF',
  ae: 'KW QA BH OM JO LB',
  com: 'CN', // amazon.cn sells nothing to visitors of links
}

const marketsByCountry: ReadonlyMap<string, string> = new Map([
  ...Object.entries(amazonMarkets).map(([market, { country }]) => [country, market] as const),
  ...Object.entries(neighbors).flatMap(([market, countries]) => countries.split(' ').map((country) => [country, market] as const)),
])

/** The marketplace for visitors from a country (ISO 3166-1, two capital letters); undefined where none is near. */
export function amazonMarketOf(country: string): string | undefined {
  return marketsByCountry.get(country)
}
