import { destinationHref } from '@linkshelf/contract'
import type { Destination } from '../links/index.ts'

/** Where a visitor is sent, and what the record says of the link. */
export interface Go {
  kind: 'go'
  linkId: string
  projectId: string
  organizationId: string
  /** An http(s) address as the URL parser writes it: nothing else may reach a header. */
  to: string
  rule: 'default'
}

export interface KnownLink {
  isDeleted: boolean
  /** Missing when there is nowhere it may lead. */
  go: Go | undefined
}

const gone: KnownLink = { isDeleted: true, go: undefined }
const leadingNowhere: KnownLink = { isDeleted: false, go: undefined }

/** What the edge remembers of a link. A destination that is no plain http(s) address, however it came to be stored, leads nowhere. */
export function knownLinkOf(destination: Destination): KnownLink {
  if (destination.kind === 'gone') return gone
  const { linkId, projectId, organizationId } = destination
  const to = destinationHref(destination.target)
  if (to === undefined) return leadingNowhere
  return { isDeleted: false, go: { kind: 'go', linkId, projectId, organizationId, to, rule: 'default' } }
}

/**
 * What every redirect says beside where it leads and that nothing follows, names and values by turns. Nobody may keep it, or a click is missed. The
 * visitor's referrer goes on to the retailer: it was cut by the page it comes from, as that page wished, and this header says that we don't cut it
 * further (only http, which anybody on the way can read, never learns it). It also outweighs a stricter default that something in between might add.
 */
export function redirectHeaders(publicOrigin: string): string[] {
  return [
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    'no-referrer-when-downgrade',
    'X-Robots-Tag',
    'noindex',
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'",
    ...transportHeaders(publicOrigin),
  ]
}

/** Only an origin that is reached over https may ask for it always. */
export function transportHeaders(publicOrigin: string): string[] {
  return publicOrigin.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []
}
