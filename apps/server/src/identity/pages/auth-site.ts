import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { accountPath, findOwnValue, type SignInMethod } from '@linkshelf/contract'
import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { logSecurityEvent } from '../../access/index.ts'
import { createPagePolicy, type Page, renderPageLayout } from '../../layout/index.ts'
import { findClientAddress, toAddressGroup } from '../../platform/http/client-address.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import { type PendingSignIn, pendingSignInMs } from '../codes/pending-sign-in.ts'
import { type CodeMethod, hasSecondFactor } from '../codes/verify-code.ts'
import { describeCookie } from '../describe-cookie.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { recordSignIn } from '../sessions/sign-in-history.ts'
import { insertRememberedDevice, isRememberedDevice, rememberedMs } from '../tables/remembered-device-table.ts'
import { type FormRequest, signInLimits, toEventSource } from '../throttle/rate-limits.ts'
import { joinAccountPath, type ProviderChoice } from './provider-buttons.ts'
import { codePath } from './second-factor-forms.ts'

interface PageEnvironment {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

export type AuthPages = Hono<PageEnvironment>
export type PageContext = Context<PageEnvironment>
export type PageStatus = 200 | 400 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 503

/** The dependencies that all `/auth` handlers share. */
export interface AuthSite {
  deps: IdentityDeps
  sessions: BrowserSessions
  /** The other identity providers that pages offer. */
  choice: ProviderChoice
  show(context: Context, page: Page, status?: PageStatus): Promise<Response>
  /**
   * Signs the browser in, and marks it as a known device of the account. Returns the path to which the browser
   * continues, which is `destination` if it is set. If the account has a second factor that the sign-in did not use,
   * does not sign the browser in, and returns the path of the page that asks for a code. If the sign-in is no longer
   * valid, leaves the browser signed out and returns undefined.
   */
  startSession(context: PageContext, signIn: VerifiedSignIn, destination?: string): Promise<string | undefined>
  /** Signs in like `startSession`, and redirects the browser to the path where it continues, or to the sign-in page. */
  signInBrowser(context: PageContext, signIn: VerifiedSignIn): Promise<Response>
  /** Ends the browser's session at the identity provider, if there is one. */
  endSession(context: PageContext): Promise<void>
  /** Returns the sign-in that waits for a code in this browser. */
  findPendingSignIn(context: PageContext): Promise<PendingSignIn | undefined>
  /** Signs in like `startSession` after a right code. If `remembers`, this browser needs no code for 30 days. */
  completeSignIn(context: PageContext, pending: PendingSignIn, method: CodeMethod, options: { remembers: boolean }): Promise<Response>
  toFormRequest(context: PageContext): FormRequest
}

/** Pages other than the dashboard that can follow a sign-in, by their names in the query and the form. */
const destinations: Record<string, string> = { account: accountPath, join: joinAccountPath }

/** Returns the path of the page with this name, to which a sign-in can lead. Undefined for any other text. */
export function findDestination(name: string): string | undefined {
  return findOwnValue(destinations, name)
}

const signInPath = '/auth/signin'

/** A sign-in with one of these methods needs no code. A passkey counts as both factors. */
const secondFactors: readonly SignInMethod[] = ['passkey', 'totp', 'recovery_code']

/**
 * The Retry-After of every 429 page: the window of the sign-in limits. Other limits have longer windows, but they also
 * allow some attempts after this time, because their windows slide.
 */
const retryAfterSeconds = String(signInLimits.account.windowMs / 1_000)

const deviceCookieSeconds = 365 * 24 * 60 * 60

export function createAuthSite(deps: IdentityDeps, sessions: BrowserSessions, trustedProxies: BlockList): AuthSite {
  const { name: deviceCookie, options } = describeCookie(deps.origins.app, 'device')
  const { name: pendingCookie } = describeCookie(deps.origins.app, 'code')
  const { name: rememberedCookie } = describeCookie(deps.origins.app, 'remembered')

  /** Returns whether the user has to enter a code before the sign-in starts a session. */
  async function needsCode(context: PageContext, { userId, methods }: VerifiedSignIn): Promise<boolean> {
    if (methods.some((method) => secondFactors.includes(method)) || !(await hasSecondFactor(deps, userId))) return false
    return !(await isRememberedDevice(deps.db, userId, getCookie(context, rememberedCookie) ?? '', deps.clock.now()))
  }

  /** Starts the step between password and code. Returns the path of its page, or undefined like `startSession`. */
  async function requestCode(context: PageContext, signIn: VerifiedSignIn, destination?: string): Promise<string | undefined> {
    const cookie = await deps.pendingSignIns.create(signIn, destination)
    if (cookie === undefined) return undefined
    setCookie(context, pendingCookie, cookie, { ...options, maxAge: pendingSignInMs / 1_000 })
    logSecurityEvent(deps.log, 'second_factor.required', { ...toEventSource(site.toFormRequest(context)), userId: signIn.userId })
    return codePath
  }

  const site: AuthSite = {
    deps,
    sessions,

    choice: { providers: deps.providers, isOnly: deps.isProviderOnly },

    async show(context, page, status = 200) {
      const { nonce, headers } = createPagePolicy(deps.origins.app)
      if (status === 429) context.header('retry-after', retryAfterSeconds)
      return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
    },

    async startSession(context, signIn, destination) {
      if (await needsCode(context, signIn)) return requestCode(context, signIn, destination)
      const { incoming, outgoing } = context.env
      const location = await sessions.signIn(incoming, outgoing, signIn, { continues: destination === undefined })
      copyProviderCookies(context)
      if (location === undefined) return undefined
      await recordSignIn(deps, signIn, site.toFormRequest(context))
      setCookie(context, deviceCookie, deps.knownDevices.add(getCookie(context, deviceCookie), signIn.email), {
        ...options,
        maxAge: deviceCookieSeconds,
      })
      return destination ?? location
    },

    async signInBrowser(context, signIn) {
      return context.redirect((await site.startSession(context, signIn)) ?? signInPath, 303)
    },

    async endSession(context) {
      await sessions.signOut(context.env.incoming, context.env.outgoing, toEventSource(site.toFormRequest(context)))
      copyProviderCookies(context)
    },

    findPendingSignIn: (context) => deps.pendingSignIns.find(getCookie(context, pendingCookie)),

    async completeSignIn(context, { destination, methods, ...pending }, method, { remembers }) {
      deleteCookie(context, pendingCookie, options)
      const location = await site.startSession(context, { ...pending, methods: [...methods, method] }, destination)
      if (location === undefined) return context.redirect(signInPath, 303)
      if (remembers) {
        const token = await insertRememberedDevice(deps.db, pending.userId, deps.clock.now())
        setCookie(context, rememberedCookie, token, { ...options, maxAge: rememberedMs / 1_000 })
      }
      return context.redirect(location, 303)
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
