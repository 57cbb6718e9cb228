import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'

/** Throws LINK_TARGET_FORBIDDEN for a destination on one of our own origins: a short link to a short link is a loop, or becomes one. */
export function assertAllowedDestination(target: string, origins: Origins): void {
  if ([origins.public, origins.app].map(hostOf).includes(hostOf(target))) fail('LINK_TARGET_FORBIDDEN')
}

/** Host and port. A dot at the end of a host name resolves to the same host. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
