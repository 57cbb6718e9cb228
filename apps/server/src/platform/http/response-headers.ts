import { randomUUID } from 'node:crypto'
import { createAppPolicy } from './content-security-policy.ts'

const policy = createAppPolicy()

/** Sets the headers of every response of the app's origin. If a page has set a policy of its own, that policy stays. */
export function setSecurityHeaders(headers: Headers, origin: string): void {
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  if (origin.startsWith('https:')) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

export const requestIdHeader = 'x-correlation-id'

/**
 * Returns the id that the client sent if it has 1 to 128 characters, all printable ASCII. Otherwise returns a new id.
 * The id is written to logs and responses.
 */
export function toRequestId(header: string | undefined): string {
  return header !== undefined && /^[ -~]{1,128}$/.test(header) ? header : randomUUID()
}
