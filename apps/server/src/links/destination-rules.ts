import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'
import { createOriginMatcher } from '../platform/http/origin-names.ts'

/**
 * Throws LINK_TARGET_FORBIDDEN for a destination on the app's origin or, under any of its names, on the public one: a short link to a short link is a loop, or
 * becomes one.
 */
export function assertAllowedDestination(target: string, { app, public: origin, publicAliases }: Origins): void {
  const isPublic = createOriginMatcher({ origin, ...(publicAliases ?? { hosts: [], ports: [] }) })
  if (isPublic(target) || hostOf(target) === hostOf(app)) fail('LINK_TARGET_FORBIDDEN')
}

/** Host and port. A dot at the end of a host name resolves to the same host. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
