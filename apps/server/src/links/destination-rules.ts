import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'
import { createOriginMatcher } from '../platform/http/origin-names.ts'

/** Throws LINK_TARGET_FORBIDDEN for a destination that is not allowed. */
export function assertAllowedDestination(target: string, origins: Origins): void {
  if (!isAllowedDestination(target, origins)) fail('LINK_TARGET_FORBIDDEN')
}

/**
 * A destination may be neither on the app's origin nor, under any of its names, on the public one: a short link to a
 * short link is a loop, or becomes one.
 */
export function isAllowedDestination(target: string, { app, public: origin, publicAliases }: Origins): boolean {
  const isPublic = createOriginMatcher({ origin, ...(publicAliases ?? { hosts: [], ports: [] }) })
  return !isPublic(target) && hostOf(target) !== hostOf(app)
}

/** Host and port. A dot at the end of a host name resolves to the same host. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
