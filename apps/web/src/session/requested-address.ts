import { requestedAddressMaxAgeMs } from '@linkshelf/contract'

const storageKey = 'linkshelf.requested-address'

/**
 * Stores the address of this tab before a redirect to the provider. The start page and the sign-in page are not stored,
 * because a sign-in ends at the start page anyway.
 */
export function storeRequestedAddress({ pathname, search, hash }: Location = window.location): void {
  if (pathname === '/' || pathname === '/sign-in') return
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ address: `${pathname}${search}${hash}`, requestedAtMs: Date.now() }))
  } catch {
    // If the browser has no storage, the sign-in ends at the start page.
  }
}

/**
 * Removes and returns the address that this tab requested before the sign-in. Undefined if no address is stored, or if
 * it is too old or belongs to another site.
 */
export function takeRequestedAddress(): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    if (!isRequested(stored)) return undefined
    return isOwnPath(stored.address) && Date.now() - stored.requestedAtMs <= requestedAddressMaxAgeMs ? stored.address : undefined
  } catch {
    return undefined
  }
}

function isRequested(stored: unknown): stored is { address: string; requestedAtMs: number } {
  if (typeof stored !== 'object' || stored === null || !('address' in stored) || !('requestedAtMs' in stored)) return false
  return typeof stored.address === 'string' && typeof stored.requestedAtMs === 'number'
}

/** Returns false for `//host` and `/\host`, because they are not paths of this site, but addresses of other sites. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
}
