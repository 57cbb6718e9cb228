import type { Organization } from '@linkshelf/contract'
import { hasScreen } from './screen-paths.ts'

type FullAnalyticsSetting = Pick<Organization, 'full_analytics_enabled'>

/** The path of a link's full analytics; undefined when the organization does not have them or there is no screen. */
export function fullAnalyticsTo(
  { full_analytics_enabled }: FullAnalyticsSetting,
  urlId: string,
  isThere: (path: string) => boolean = hasScreen,
): string | undefined {
  const path = `/analytics/link/${urlId}`
  return full_analytics_enabled && isThere(path) ? path : undefined
}
