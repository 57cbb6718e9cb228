/**
 * Additional languages by marketplace, as values of the `language` parameter. The sources are the locale reference of
 * the Product Advertising API and the marketplaces' own language menus.
 */
const languagesByMarket: Readonly<Record<string, string>> = {
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

/**
 * Returns the value of the `language` parameter for the language in a path, such as `en` in `/-/en/`. Undefined if the
 * language is unknown.
 */
export function findAmazonLanguage(market: string, language: string): string | undefined {
  const wanted = language.toLowerCase()
  return languagesByMarket[market]?.split(' ').find((locale) => [locale, locale.slice(0, 2)].some((name) => name.toLowerCase() === wanted))
}
