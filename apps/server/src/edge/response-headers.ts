import { closedPolicy } from '../platform/http/content-security-policy.ts'

/**
 * Headers of every redirect beside `Location`, names and values alternating. No cache may store a redirect, or a click
 * is missed. The visitor's referrer is passed on to the retailer: the page it comes from has already shortened it as
 * that page wished, and this header adds no further limit (except that http, which anyone on the network can read,
 * never gets it). It also overrides a stricter default that a proxy might add.
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
    closedPolicy,
    ...transportHeaders(publicOrigin),
  ]
}

/** Headers of every other response. A page has a policy that allows its style. */
export function policyHeaders(publicOrigin: string, policy = closedPolicy, referrerPolicy = 'no-referrer'): string[] {
  return [
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    referrerPolicy,
    'X-Robots-Tag',
    'noindex',
    ...transportHeaders(publicOrigin),
  ]
}

/** HSTS, only for an origin that is served over https. */
export function transportHeaders(publicOrigin: string): string[] {
  return publicOrigin.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []
}
