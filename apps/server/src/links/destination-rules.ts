import { refuse } from '../access/index.ts'
import type { Origins } from '../platform/platform.ts'

/** Refuses a destination on one of our own origins: a short link to a short link is a circle, or becomes one. */
export function refuseForbiddenDestination(target: string, origins: Origins): void {
  const host = new URL(target).host
  const own = [origins.public, origins.app].map((origin) => new URL(origin).host)
  if (own.includes(host)) refuse('LINK_TARGET_FORBIDDEN')
}
