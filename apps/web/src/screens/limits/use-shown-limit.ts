import { useSelection } from '../../features/organizations/selection.tsx'
import { findNearLinkLimit } from './link-usage.ts'
import { useClickUsage } from './use-click-usage.ts'

/**
 * Returns the limit of the plan that a screen with links and clicks shows, because it shows only one. A limit that is
 * reached comes before a limit that is near.
 */
export function useShownLimit(): 'links' | 'clicks' | undefined {
  const links = findNearLinkLimit(useSelection().current)
  const clicks = useClickUsage()
  if (links !== undefined && links.used >= links.limit) return 'links'
  if (clicks !== undefined && clicks.limit !== null && clicks.used >= clicks.limit) return 'clicks'
  return links && 'links'
}
