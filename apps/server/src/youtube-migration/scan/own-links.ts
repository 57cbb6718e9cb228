import { isAllowedDestination } from '../../links/index.ts'
import type { Origins } from '../../platform/deps.ts'

/** Whether a URL is one of this instance, as a short link is: descriptions have those already. */
export function ownLinksOf(origins: Origins): (url: string) => boolean {
  return (url) => URL.canParse(url) && !isAllowedDestination(url, origins)
}
