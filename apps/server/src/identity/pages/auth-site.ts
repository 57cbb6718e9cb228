import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Page, pagePolicy, renderPageLayout } from '../../layout/index.ts'
import { addressGroup, clientAddress } from '../../platform/http/client-address.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isStillCurrent, type VerifiedPassword } from '../passwords/password-hash.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { type FormRequest, signInLimits } from '../throttle/rate-limits.ts'

interface PageEnvironment {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

export type AuthPages = Hono<PageEnvironment>
export type PageContext = Context<PageEnvironment>
export type PageStatus = 200 | 400 | 403 | 404 | 410 | 413 | 422 | 429 | 500 | 503

/** The common dependencies of the handlers of the `/auth` pages. */
export interface AuthSite {
  deps: IdentityDeps
  sessions: BrowserSessions
  show(context: Context, page: Page, status?: PageStatus): Promise<Response>
  /**
   * Signs the browser in, and marks it as a known device of the account. Returns where it came from; undefined, and
   * leaves it signed out, when the password that was verified is no longer that of the account.
   */
  startSession(context: PageContext, user: { verified: VerifiedPassword; email: string }): Promise<string | undefined>
  /** Does the same, and redirects the browser there, or to the sign-in page. */
  signInBrowser(context: PageContext, user: { verified: VerifiedPassword; email: string }): Promise<Response>
  toFormRequest(context: PageContext): FormRequest
}

const signInPath = '/auth/signin'

/** The shortest window of the sign-in limits; the longer ones slide too, and allow some attempts by then. */
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
      const { nonce, headers } = pagePolicy(deps.origins.app)
      if (status === 429) context.header('retry-after', retryAfterSeconds)
      return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
    },

    async startSession(context, { verified, email }) {
      const { incoming, outgoing } = context.env
      const isValid = () => isStillCurrent(deps, verified)
      const location = await sessions.signIn(incoming, outgoing, { userId: verified.userId, isValid })
      // The provider writes its cookies to the raw response; Hono sends another one.
      for (const cookie of [outgoing.getHeader('set-cookie') ?? []].flat()) context.header('set-cookie', String(cookie), { append: true })
      outgoing.removeHeader('set-cookie')
      if (location === undefined) return undefined
      setCookie(context, deviceCookie, deps.knownDevices.add(getCookie(context, deviceCookie), email), deviceCookieOptions)
      return location
    },

    async signInBrowser(context, user) {
      return context.redirect((await site.startSession(context, user)) ?? signInPath, 303)
    },

    toFormRequest(context) {
      const { remoteAddress } = context.env.incoming.socket
      const address = clientAddress(remoteAddress, context.req.header('x-forwarded-for'), trustedProxies)
      return {
        address,
        network: addressGroup(address),
        requestId: context.var.requestId,
        deviceCookie: getCookie(context, deviceCookie),
      }
    },
  }
  return site
}
