import { randomBytes } from 'node:crypto'

export interface PagePolicy {
  /** Allows the page's own style and script; no others run. */
  nonce: string
  headers: Record<string, string>
}

/**
 * The security headers of one page. The referrer policy is `same-origin`: with `no-referrer`, browsers send forms
 * with the origin "null".
 */
export function pagePolicy(appOrigin: string): PagePolicy {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    nonce,
    headers: {
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cache-control': 'no-store',
      ...(appOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    },
  }
}
