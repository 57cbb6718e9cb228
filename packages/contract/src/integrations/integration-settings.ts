import {
  type AffiliateSettings,
  amazonMarkets,
  type Retailer,
  type RetailerSettings,
  retailerIds,
  retailerNames,
} from '@linkshelf/retailers'

export const integrationMessages = {
  trackingIdRequired: 'Tracking ID is required',
  trackingIdInvalid: 'A tracking ID has only letters, digits, hyphens and underscores, such as mystore-20',
  associateIdRequired: 'Associate ID is required',
  defaultMarketRequired: 'Default market is required',
  campaignIdRequired: 'Campaign ID is required',
  publisherIdRequired: 'Publisher ID is required',
  appIdRequired: 'App ID is required',
} as const

export function formatIntegrationSavedMessage(retailer: Retailer): string {
  return `${retailerNames[retailer]} integration settings saved successfully`
}

export function formatIntegrationRemovedMessage(retailer: Retailer): string {
  return `${retailerNames[retailer]} integration settings removed`
}

export function formatIntegrationSaveFailedMessage(retailer: Retailer): string {
  return `Failed to save ${retailerNames[retailer]} integration settings`
}

export function formatIntegrationLoadFailedMessage(retailer: Retailer): string {
  return `The ${retailerNames[retailer]} integration could not be loaded`
}

export function formatIntegrationRemoveFailedMessage(retailer: Retailer): string {
  return `Failed to remove ${retailerNames[retailer]} integration settings`
}

/** Amazon marketplaces, named by their domain after `amazon.`: for example `com` and `co.uk`. */
export const amazonMarketNames = Object.keys(amazonMarkets)
export const defaultAmazonMarket = 'com'

export const accountIdMaxLength = 100
export const additionalParamsMaxLength = 500

/**
 * Where a visitor is sent if their country has its own marketplace. `search`: to the product in that marketplace if the
 * link names it, otherwise to a search for its title there. `named`: only to a product that the link names, otherwise
 * to the link's own page. `off`: always to the link's own page.
 */
export const countryRoutings = ['search', 'named', 'off'] as const
export const countryRoutingTexts: Record<(typeof countryRoutings)[number], { label: string; description: string }> = {
  search: {
    label: 'Send them to their own Amazon (same product, or a search for it)',
    description:
      'If a link has a shop for the visitor’s country, visitors see that page. Otherwise they see a search for the link’s title, if you have a tracking ID for the country.',
  },
  named: {
    label: 'Send them to their own Amazon, if the link has a shop there',
    description: 'All other visitors see the page that you pasted.',
  },
  off: { label: 'Always send them to the page that you pasted', description: 'Amazon’s own OneLink may still send them on.' },
}
export const defaultCountryRouting = 'search'

/**
 * `page`: a page that names eBay comes before the redirect, because eBay's rules require it. `direct`: visitors are
 * redirected at once.
 */
export const linkBehaviors = ['page', 'direct'] as const
export const linkBehaviorTexts: Record<(typeof linkBehaviors)[number], { label: string; description: string }> = {
  page: {
    label: 'A page that names eBay, then eBay',
    description: 'A short page with your disclosure and one button, which carries your tag. The click on the button counts.',
  },
  direct: {
    label: 'Directly to eBay',
    description: 'Visitors are redirected with your tag. eBay’s rules forbid this; choose it only if eBay has agreed with you.',
  },
}

/**
 * Whether Amazon can have issued the tracking id. Its ending is not checked, because the ending is only a convention.
 */
export function isAmazonTag(tag: string): boolean {
  return /^[a-z0-9_-]+$/i.test(tag)
}

/**
 * Returns a hint if a tracking id has an unusual ending, otherwise undefined. The ending is never a reason to reject
 * the id, because one id can earn in several countries.
 */
export function findTagSuffixHint(market: string, tag: string): string | undefined {
  const suffix = amazonMarkets[market]?.tagSuffix
  if (suffix === undefined || !isAmazonTag(tag.trim()) || tag.trim().endsWith(suffix)) return undefined
  return `Tracking IDs for amazon.${market} usually end in ${suffix}. Yours can still be right: with OneLink, one ID earns in several countries.`
}
export const defaultLinkBehavior = 'page'

interface LinkSettings {
  amazon: { trackingId: string; defaultMarket: string; market_tags: Partial<Record<string, string>>; additionalParams: string | null }
  ebay: { campaignId: string; customId: string | null; additionalParams: string | null; click_ids: boolean }
  aliexpress: { aff_short_key: string | null; additionalParams: string | null; click_ids: boolean }
}

/** Settings of a project's integrations that affect where its links lead. */
export type LinkIntegrations = Partial<LinkSettings>

const settingsConverters: { readonly [R in Retailer]: (settings: LinkSettings[R]) => RetailerSettings[R] } = {
  amazon: ({ market_tags, defaultMarket, trackingId, additionalParams }) => ({
    tags: { ...market_tags, [defaultMarket]: trackingId },
    additionalParams: additionalParams ?? undefined,
  }),
  ebay: ({ campaignId, customId, additionalParams, click_ids }) => ({
    campaignId,
    customId: customId ?? undefined,
    additionalParams: additionalParams ?? undefined,
    hasClickIds: click_ids,
  }),
  aliexpress: ({ aff_short_key, additionalParams, click_ids }) => ({
    affShortKey: aff_short_key ?? undefined,
    additionalParams: additionalParams ?? undefined,
    hasClickIds: click_ids,
  }),
}

export function toAffiliateSettings(integrations: LinkIntegrations): AffiliateSettings {
  const settings: AffiliateSettings = {}
  for (const retailer of retailerIds) addSettings(settings, retailer, integrations)
  return settings
}

function addSettings<R extends Retailer>(settings: AffiliateSettings, retailer: R, integrations: LinkIntegrations): void {
  const own = integrations[retailer]
  if (own !== undefined) settings[retailer] = settingsConverters[retailer](own)
}
