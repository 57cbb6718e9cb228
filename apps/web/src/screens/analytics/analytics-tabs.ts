import type { AnalyticsTab, Entitlements } from '@linkshelf/contract'

interface AnalyticsTabEntry {
  name: AnalyticsTab
  label: string
  /** Additional words by which the command palette finds the tab. */
  keywords: string
}

/** All tabs of the analytics screen, in the order on screen. */
export const analyticsTabList: readonly AnalyticsTabEntry[] = [
  { name: 'overview', label: 'Overview', keywords: '' },
  { name: 'links', label: 'Links', keywords: 'clicks of links' },
  { name: 'sources', label: 'Sources', keywords: 'referrers social campaigns' },
  { name: 'geography', label: 'Geography', keywords: 'countries cities locations map' },
  { name: 'devices', label: 'Devices', keywords: 'phones browsers operating systems' },
  { name: 'store', label: 'Store', keywords: 'views of products' },
  { name: 'earnings', label: 'Earnings', keywords: 'sales commissions revenue money' },
]

/** Returns true if the organization's plan includes the tab. */
export function isTabShown(
  tab: AnalyticsTab,
  { hasFullAnalytics, hasProducts }: Pick<Entitlements, 'hasFullAnalytics' | 'hasProducts'>,
): boolean {
  if (tab === 'overview' || tab === 'earnings') return true
  return tab === 'store' ? hasProducts : hasFullAnalytics
}
