import type { AnalyticsTab, Entitlements } from '@linkshelf/contract'

interface AnalyticsTabEntry {
  name: AnalyticsTab
  label: string
  /** Other words that the command palette finds it by. */
  keywords: string
}

/** Every tab of the analytics, in the order they are shown. */
export const analyticsTabList: readonly AnalyticsTabEntry[] = [
  { name: 'overview', label: 'Overview', keywords: '' },
  { name: 'links', label: 'Links', keywords: 'clicks of links' },
  { name: 'sources', label: 'Sources', keywords: 'referrers social campaigns' },
  { name: 'geography', label: 'Geography', keywords: 'countries cities locations map' },
  { name: 'devices', label: 'Devices', keywords: 'phones browsers operating systems' },
  { name: 'store', label: 'Store', keywords: 'views of products' },
  { name: 'earnings', label: 'Earnings', keywords: 'sales commissions revenue money' },
]

/** Returns whether the organization has the tab. */
export function isTabShown(
  tab: AnalyticsTab,
  { hasFullAnalytics, hasProducts }: Pick<Entitlements, 'hasFullAnalytics' | 'hasProducts'>,
): boolean {
  if (tab === 'overview' || tab === 'earnings') return true
  return tab === 'store' ? hasProducts : hasFullAnalytics
}
