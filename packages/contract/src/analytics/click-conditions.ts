// Conditions on clicks, and which of them each tab of the analytics screen supports. Calls, screens and mailed reports
// share these rules.

export const analyticsTabs = ['overview', 'links', 'sources', 'geography', 'devices', 'store', 'earnings'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

/** Date ranges relative to today, in addition to the organization's default range (`dashboard_days`). */
export const analyticsRanges = ['1d', '2d', '7d', '30d', '90d', '12m', 'month', 'last-month'] as const

export const breakdownKinds = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'shop',
  'shop_reason',
  'video',
  'domain',
] as const
export type BreakdownKind = (typeof breakdownKinds)[number]

/**
 * Names of conditions, in the order in which a screen shows them. A condition on a property of clicks has the same name
 * as the breakdown by this property.
 */
export const conditionNames = ['url_id', 'label', ...breakdownKinds] as const
export type ConditionName = (typeof conditionNames)[number]

/**
 * Conditions that can filter a store's numbers: the properties that both views of a store's page and clicks on its
 * buttons record.
 */
export const storeConditions = ['country', 'city', 'device', 'browser', 'os'] as const satisfies readonly ConditionName[]

/**
 * Conditions on the click of a sale. If a sale is matched to a click, the sale records these properties of the click.
 */
export const saleConditions = [
  'country',
  'source',
  'referrer',
  'utm_campaign',
  'shop',
  'shop_reason',
  'video',
] as const satisfies readonly ConditionName[]

/** Properties by which both clicks and earnings are broken down. */
export const earnedBreakdowns = [
  'country',
  'source',
  'utm_campaign',
  'shop',
  'shop_reason',
  'video',
] as const satisfies readonly (typeof saleConditions)[number][]

/** Conditions that can also filter sales whose link is estimated. Other sale conditions need the click of a sale. */
export const estimatedConditions = ['utm_campaign', 'video'] as const satisfies readonly (typeof saleConditions)[number][]

/** Conditions that can filter sales: their link, its labels, and properties of the sale's click. */
export const earningConditions = ['url_id', 'label', ...saleConditions] as const satisfies readonly ConditionName[]

/** Conditions that can filter both the views and the sales of a store: the properties that both record. */
export const storeEarningConditions = ['country'] as const satisfies readonly ((typeof storeConditions)[number] &
  (typeof earningConditions)[number])[]

export function listTabConditions(tab: AnalyticsTab): readonly ConditionName[] {
  if (tab === 'store') return storeConditions
  return tab === 'earnings' ? earningConditions : conditionNames
}

/** Returns the reason why a condition can't filter the numbers of a tab; undefined if it can. */
export function explainUnsupported(tab: AnalyticsTab, name: ConditionName): string | undefined {
  if (listTabConditions(tab).includes(name)) return undefined
  if (tab === 'earnings') return 'Sales can’t be filtered by it'
  if (name === 'domain') return 'Views of a store are recorded without it'
  const isSource = name === 'source' || name === 'referrer' || name.startsWith('utm_')
  return isSource ? 'Clicks on the buttons of a store come from the store itself' : 'Views of a store belong to no link'
}
