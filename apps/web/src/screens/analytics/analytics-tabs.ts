import type { Organization } from '@linkshelf/contract'
import { useTabInAddress } from './tab-in-address.ts'

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'links', label: 'Links' },
  { name: 'geography', label: 'Geography' },
  { name: 'devices', label: 'Devices' },
] as const

/** The tabs an organization has, and the one its address asks for: the overview where it asks for none, or for one that it does not have. */
export function useAnalyticsTabs({ full_analytics_enabled }: Pick<Organization, 'full_analytics_enabled'>) {
  return useTabInAddress(
    tabs.filter(({ name }) => full_analytics_enabled || name === 'overview'),
    'overview',
  )
}
