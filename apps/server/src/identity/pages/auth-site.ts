import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createPagePolicy, type Page, renderPageLayout } from '../../layout/index.ts'
import { findClientAddress, toAddressGroup } from '../../platform/http/client-address.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { recordSignIn } from '../sessions/sign-in-history.ts'
import { type FormRequest, signInLimits, toEventSource } from '../throttle/rate-limits.ts'

interface PageEnvironment {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

export type AuthPages = Hono<PageEnvironment>
export type PageContext = Context<PageEnvironment>
export type PageStatus = 200 | 400 | 403 | 404 | 410 | 413 | 422 | 429 | 500 | 503

/** The dependencies that all `/auth` handlers share. */
export interface AuthSite {
  deps: IdentityDeps
  sessions: BrowserSessions
  show(context: Context, page: Page, status?: PageStatus): Promise<Response>
  /**
   * Signs the browser in, and marks it as a known device of the account. Returns the path to which the browser
   * continues, which is `destination` if it is set. If the sign-in is no longer valid, leaves the browser signed out
   * and returns undefined.
   */
  startSession(context: PageContext, signIn: VerifiedSignIn, destination?: string): Promise<string | undefined>
  /** Signs in like `startSession`, and redirects the browser to the path where it continues, or to the sign-in page. */
  signInBrowser(context: PageContext, signIn: VerifiedSignIn): Promise<Response>
  /** Ends the browser's session at the identity provider, if there is one. */
  endSession(context: PageContext): Promise<void>
  toFormRequest(context: PageContext): FormRequest
}

const signInPath = '/auth/signin'

/**
 * The Retry-After of every 429 page: the window of the sign-in limits. Other limits have longer windows, but they also
 * allow some attempts after this time, because their windows slide.
 */
const retryAfterSeconds = String(signInLimits.account.windowMs / 1_000)

const deviceCookieSeconds = 365 * 24 * 60 * 60

export function createAuthSite(deps: IdentityDeps, sessions: BrowserSessions, trustedProxies: BlockList): AuthSite {
  const isSecure = deps.origins.app.startsWith('https:')
  const deviceCookie = isSecure ? '__Host-linkshelf-device' : 'linkshelf-device'
  const deviceCookieOptions = { httpOnly: true, sameSite: 'Lax', secure: isSecure, path: '/', maxAge: deviceCookieSeconds } as const

  const site: AuthSite = {
    deps,
    sessions,

    async show(context, page, status = 200) {
      const { nonce, headers } = createPagePolicy(deps.origins.app)
      if (status === 429) context.header('retry-after', retryAfterSeconds)
      return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
    },

    async startSession(context, signIn, destination) {
      const { incoming, outgoing } = context.env
      const location = await sessions.signIn(incoming, outgoing, signIn, { continues: destination === undefined })
      copyProviderCookies(context)
      if (location === undefined) return undefined
      await recordSignIn(deps, signIn, site.toFormRequest(context))
      setCookie(context, deviceCookie, deps.knownDevices.add(getCookie(context, deviceCookie), signIn.email), deviceCookieOptions)
      return destination ?? location
    },

    async signInBrowser(context, signIn) {
      return context.redirect((await site.startSession(context, signIn)) ?? signInPath, 303)
    },

    async endSession(context) {
      await sessions.signOut(context.env.incoming, context.env.outgoing, toEventSource(site.toFormRequest(context)))
      copyProviderCookies(context)
    },

    toFormRequest(context) {
      const { remoteAddress } = context.env.incoming.socket
      const address = findClientAddress(remoteAddress, context.req.header('x-forwarded-for'), trustedProxies)
      return {
        address,
        network: toAddressGroup(address),
        requestId: context.var.requestId,
        deviceCookie: getCookie(context, deviceCookie),
        userAgent: (context.req.header('user-agent') ?? '').slice(0, 512),
      }
    },
  }
  return site
}

/** Copies the cookies that the provider wrote to the raw response, because Hono sends its own response. */
function copyProviderCookies(context: PageContext): void {
  const { outgoing } = context.env
  for (const cookie of [outgoing.getHeader('set-cookie') ?? []].flat()) context.header('set-cookie', String(cookie), { append: true })
  outgoing.removeHeader('set-cookie')
}
