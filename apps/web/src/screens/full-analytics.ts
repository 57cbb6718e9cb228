import type { Entitlements } from '@linkshelf/contract'
import { hasScreen } from './screen-paths.ts'

/**
 * Returns the path of a link's full analytics. Returns undefined if the organization's plan has no full analytics, or
 * if the path has no screen.
 */
export function toFullAnalyticsPath(
  { hasFullAnalytics }: Pick<Entitlements, 'hasFullAnalytics'>,
  urlId: string,
  isThere: (path: string) => boolean = hasScreen,
): string | undefined {
  const path = `/analytics/link/${urlId}`
  return hasFullAnalytics && isThere(path) ? path : undefined
}
