import type { Organization } from '@linkshelf/contract'
import { hasScreen } from './screen-paths.ts'

type FullAnalyticsGate = Pick<Organization, 'full_analytics_enabled'>

/** The address of a link's full analytics; nothing where the organization does not have them, or no screen shows them. */
export function fullAnalyticsTo(
  { full_analytics_enabled }: FullAnalyticsGate,
  urlId: string,
  isThere: (path: string) => boolean = hasScreen,
): string | undefined {
  const path = `/analytics/link/${urlId}`
  return full_analytics_enabled && isThere(path) ? path : undefined
}
