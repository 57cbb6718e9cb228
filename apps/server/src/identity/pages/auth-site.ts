import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { type Page, pagePolicy, renderPageLayout } from '../../layout/index.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { addressGroup } from '../../platform/http/ip-address.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { signInLimits } from '../throttle/throttle.ts'

export type AuthPages = Hono<{ Bindings: HttpBindings }>
export type PageContext = Context<{ Bindings: HttpBindings }>
export type PageStatus = 200 | 400 | 403 | 404 | 410 | 413 | 422 | 429 | 500

/** What the handlers of the `/auth` pages share. */
export interface AuthSite {
  deps: IdentityDeps
  sessions: BrowserSessions
  show(context: Context, page: Page, status?: PageStatus): Promise<Response>
  /** Signs the browser in and redirects it to where it came from. */
  signInBrowser(context: PageContext, userId: string): Promise<Response>
  /** The network a request came from, as rate limits count it. */
  networkOf(context: PageContext): string
}

/** The shortest window of the sign-in limits; the longer ones slide too, and allow some attempts by then. */
const retryAfterSeconds = String(signInLimits.account.windowMs / 1_000)

export function createAuthSite(deps: IdentityDeps, sessions: BrowserSessions, trustedProxies: BlockList): AuthSite {
  return {
    deps,
    sessions,

    async show(context, page, status = 200) {
      const { nonce, headers } = pagePolicy(deps.origins.app)
      if (status === 429) context.header('retry-after', retryAfterSeconds)
      return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
    },

    async signInBrowser(context, userId) {
      const { incoming, outgoing } = context.env
      const location = await sessions.signIn(incoming, outgoing, userId)
      // The provider writes its cookies to the raw response; Hono sends another one.
      for (const cookie of [outgoing.getHeader('set-cookie') ?? []].flat()) context.header('set-cookie', String(cookie), { append: true })
      outgoing.removeHeader('set-cookie')
      return context.redirect(location, 303)
    },

    networkOf(context) {
      const { remoteAddress } = context.env.incoming.socket
      return addressGroup(clientAddress(remoteAddress, context.req.header('x-forwarded-for'), trustedProxies))
    },
  }
}
