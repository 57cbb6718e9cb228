import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'

/** Refuses a destination on one of our own origins: a short link to a short link is a circle, or becomes one. */
export function assertAllowedDestination(target: string, origins: Origins): void {
  if ([origins.public, origins.app].map(hostOf).includes(hostOf(target))) fail('LINK_TARGET_FORBIDDEN')
}

/** Host and port; a dot at the end of a name changes nothing about where it leads. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
