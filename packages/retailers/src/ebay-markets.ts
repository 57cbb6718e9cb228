export interface EbayMarket {
  /** ISO 3166-1. */
  country: string
  /**
   * `mkrid` of its affiliate links, where its program takes part (eBay Partner Network, "Creating
   * an EPN Tracking Link").
   */
  rotationId?: string
}

/** eBay's marketplaces by their domain after `ebay.`. */
export const ebayMarkets: Readonly<Record<string, EbayMarket>> = {
  com: { country: 'US', rotationId: '711-53200-19255-0' },
  'co.uk': { country: 'GB', rotationId: '710-53481-19255-0' },
  de: { country: 'DE', rotationId: '707-53477-19255-0' },
  fr: { country: 'FR', rotationId: '709-53476-19255-0' },
  it: { country: 'IT', rotationId: '724-53478-19255-0' },
  es: { country: 'ES', rotationId: '1185-53479-19255-0' },
  at: { country: 'AT', rotationId: '5221-53469-19255-0' },
  ch: { country: 'CH', rotationId: '5222-53480-19255-0' },
  be: { country: 'BE', rotationId: '1553-53471-19255-0' },
  nl: { country: 'NL', rotationId: '1346-53482-19255-0' },
  ie: { country: 'IE', rotationId: '5282-53468-19255-0' },
  pl: { country: 'PL', rotationId: '4908-226936-19255-0' },
  ca: { country: 'CA', rotationId: '706-53473-19255-0' },
  'com.au': { country: 'AU', rotationId: '705-53470-19255-0' },
  'com.hk': { country: 'HK' },
  'com.sg': { country: 'SG' },
  'com.my': { country: 'MY' },
  ph: { country: 'PH' },
}

/** eBay's own short domains. */
export const ebayShortHosts = ['ebay.us', 'ebay.to', 'ebay.gg'] as const
