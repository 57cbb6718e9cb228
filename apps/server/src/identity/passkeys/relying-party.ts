import { isIP } from 'node:net'

/** The site that passkeys belong to: a browser offers a passkey only to this site. */
export interface RelyingParty {
  /** The host of the app's origin. */
  id: string
  origin: string
}

/**
 * Returns the relying party of this instance. Returns undefined if browsers offer no passkeys here: they need a name as
 * the host, and https, except for localhost.
 */
export function findRelyingParty(appOrigin: string): RelyingParty | undefined {
  const { hostname, protocol, origin } = new URL(appOrigin)
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
