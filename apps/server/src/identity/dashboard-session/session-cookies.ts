import { dashboardHeader, sessionIdleMs } from '@linkshelf/contract'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { describeCookie } from '../describe-cookie.ts'
import { tokenLifetimes } from '../provider/token-lifetimes.ts'
import { isBrowserSecret } from './sign-in-flow.ts'
import type { DashboardTokens } from './token-client.ts'

// The cookies of the dashboard's session. Scripts can't read them, and browsers send them only with requests of our own
// pages. On https, the prefix keeps pages of other hosts of the domain, such as store pages, from setting them.

type SessionCookie = 'access' | 'refresh' | 'sign-in'

/** Stores the secret that ties a sign-in to the browser, until the sign-in must be completed. */
export function setBrowserSecret(context: Context, appOrigin: string, secret: string): void {
  setSessionCookie(context, appOrigin, 'sign-in', secret, tokenLifetimes.interaction)
}

export function readBrowserSecret(context: Context, appOrigin: string): string | undefined {
  const secret = getCookie(context, describeSessionCookie(appOrigin, 'sign-in').name)
  return isBrowserSecret(secret) ? secret : undefined
}

export function setTokens(context: Context, appOrigin: string, { accessToken, refreshToken, expiresInSeconds }: DashboardTokens): void {
  setSessionCookie(context, appOrigin, 'access', accessToken, expiresInSeconds)
  setSessionCookie(context, appOrigin, 'refresh', refreshToken, sessionIdleMs / 1_000)
}

export function deleteTokens(context: Context, appOrigin: string): void {
  for (const cookie of ['access', 'refresh'] as const) {
    const { name, options } = describeSessionCookie(appOrigin, cookie)
    deleteCookie(context, name, options)
  }
}

export function readRefreshToken(context: Context, appOrigin: string): string | undefined {
  return getCookie(context, describeSessionCookie(appOrigin, 'refresh').name)
}

/**
 * Returns the value of an Authorization header for a request of the dashboard, with the access token of its cookie.
 * Returns undefined if the request does not provably come from the dashboard. A page of another site can't send the
 * dashboard's header, and browsers name the site of a page that sends a request.
 */
export function findCookieAuthorization(headers: Headers, appOrigin: string): string | undefined {
  if (!headers.has(dashboardHeader) || !isSameOrigin(headers, appOrigin)) return undefined
  const { name } = describeSessionCookie(appOrigin, 'access')
  const token = parse(headers.get('cookie') ?? '', name)[name]
  return token && `Bearer ${token}`
}

function setSessionCookie(context: Context, appOrigin: string, cookie: SessionCookie, value: string, maxAge: number): void {
  const { name, options } = describeSessionCookie(appOrigin, cookie)
  setCookie(context, name, value, { ...options, maxAge })
}

function describeSessionCookie(appOrigin: string, cookie: SessionCookie): ReturnType<typeof describeCookie> {
  return describeCookie(appOrigin, cookie, 'Strict')
}
