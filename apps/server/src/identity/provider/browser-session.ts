import type { IncomingMessage, ServerResponse } from 'node:http'
import { userId } from '@linkshelf/contract'
import type Provider from 'oidc-provider'
import { errors, type Session } from 'oidc-provider'
import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import { deleteGrantFamily } from '../tables/identity-state-table.ts'
import { updateSignedOut } from '../tables/session-table.ts'
import { browserContext } from './interaction-adapter.ts'
import { setAppOrigin } from './provider-request.ts'
import { findSignedInAccount, type SignIn } from './signed-in-account.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The sign-in state of one browser, which the provider and the `/auth` pages share. */
export interface BrowserSessions {
  /**
   * Returns the pending sign-in for which the provider redirected this browser. Returns undefined if it has expired.
   */
  findInteraction(request: IncomingMessage, response: ServerResponse): Promise<Interaction | undefined>
  isSignedIn(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Returns the browser's sign-in. Returns undefined if nobody is signed in or the sign-in has ended. */
  findSignIn(request: IncomingMessage, response: ServerResponse): Promise<SignIn | undefined>
  /**
   * Signs the browser in. Returns where to redirect the browser: the provider's interaction if one exists and
   * `continues` is true, otherwise the dashboard. Calls `isValid` after it stored the sign-in. If the sign-in is not
   * valid, ends it and returns undefined.
   */
  signIn(
    request: IncomingMessage,
    response: ServerResponse,
    signIn: VerifiedSignIn,
    options: { continues: boolean },
  ): Promise<string | undefined>
  /** Ends the browser's session, with every token that came from it. Does nothing if nobody is signed in. */
  signOut(request: IncomingMessage, response: ServerResponse, source: EventSource): Promise<void>
  /**
   * Completes the provider's consent prompt without a page, because the only client is our own dashboard. Returns where
   * to redirect the browser.
   */
  grantConsent(request: IncomingMessage, response: ServerResponse): Promise<string>
}

export function createBrowserSessions(provider: Provider, { db, clock, log }: CoreDeps, appOrigin: string): BrowserSessions {
  /** Runs `work` in the same context as the provider's own routes. */
  const inBrowser = <T>(request: IncomingMessage, response: ServerResponse, work: () => Promise<T>): Promise<T> =>
    browserContext.run(provider.createContext(setAppOrigin(request, appOrigin), response), work)

  const sessions: BrowserSessions = {
    async findInteraction(request, response) {
      try {
        return await inBrowser(request, response, () => provider.interactionDetails(request, response))
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined
        throw error
      }
    },

    async isSignedIn(request, response) {
      const session = await provider.Session.get(provider.createContext(setAppOrigin(request, appOrigin), response))
      return session.accountId !== undefined
    },

    async findSignIn(request, response) {
      const { accountId, uid, loginTs = 0 } = await provider.Session.get(provider.createContext(setAppOrigin(request, appOrigin), response))
      const parsed = userId.safeParse(accountId)
      if (!parsed.success) return undefined
      const signIn = { userId: parsed.data, sessionUid: uid, signedInAt: new Date(loginTs * 1_000) }
      return (await findSignedInAccount({ db, clock }, signIn)) && signIn
    },

    async signIn(request, response, { userId, methods, providerSignInId: acr, isValid }, { continues }) {
      const interaction = continues ? await sessions.findInteraction(request, response) : undefined
      if (interaction?.prompt.name === 'login') {
        // The sign-in's time is now, not the time when the provider continues. So if the user sets a new password in
        // between, it voids the sign-in.
        const login = { accountId: userId, ts: Math.floor(Date.now() / 1_000), amr: [...methods], ...(acr && { acr }) }
        return inBrowser(request, response, async () => {
          const location = await provider.interactionResult(request, response, { login })
          if (await isValid()) return location
          await provider.interactionResult(request, response, {}, { mergeWithLastSubmission: false })
          return undefined
        })
      }

      const context = provider.createContext(setAppOrigin(request, appOrigin), response)
      await endSession(db, await provider.Session.get(context), clock.now())
      const session = new provider.Session()
      session.loginAccount({ accountId: userId, amr: [...methods], ...(acr && { acr }) })
      await session.save(tokenLifetimes.session)
      if (!(await isValid())) {
        await session.destroy()
        return undefined
      }
      const cookie = {
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        overwrite: true,
        path: '/',
        maxAge: tokenLifetimes.session * 1000,
      } as const
      context.cookies.set(provider.cookieName('session'), session.jti, cookie)
      return `${appOrigin}/`
    },

    async signOut(request, response, source) {
      const context = provider.createContext(setAppOrigin(request, appOrigin), response)
      const session = await provider.Session.get(context)
      if (session.accountId === undefined) return
      await endSession(db, session, clock.now())
      logSecurityEvent(log, 'session.ended', { ...source, userId: session.accountId })
      context.cookies.set(provider.cookieName('session'), null, { path: '/', httpOnly: true, sameSite: 'lax' })
    },

    grantConsent: (request, response) => inBrowser(request, response, () => provider.interactionResult(request, response, { consent: {} })),
  }
  return sessions
}

/** Deletes the session, every grant that was made in it, and the refresh tokens of these grants. */
export async function endSession(db: Db, session: Session, signedOutAt: Date): Promise<void> {
  await updateSignedOut(db, [session.uid], signedOutAt)
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId !== undefined) await deleteGrantFamily(db, grantId)
  }
  await session.destroy()
}
