import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type Session } from 'oidc-provider'
import type { Db } from '../../platform/postgres/postgres.ts'
import { deleteFamily } from './identity-state-table.ts'
import { lifetimes } from './lifetimes.ts'
import { asSeenFromApp } from './provider-request.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** What the provider and the `/auth` pages share about one browser. */
export interface BrowserSessions {
  /** The sign-in this browser was sent here for, if it still waits. */
  findInteraction(request: IncomingMessage, response: ServerResponse): Promise<Interaction | undefined>
  isSignedIn(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Signs the browser in and gives back where it goes next: on with what it came for, otherwise to the dashboard. */
  signIn(request: IncomingMessage, response: ServerResponse, userId: string): Promise<string>
  /** The provider wants to be told that its person agrees; for our own dashboard they always do. */
  agree(request: IncomingMessage, response: ServerResponse): Promise<string>
}

export function makeBrowserSessions(provider: Provider, db: Db, appOrigin: string): BrowserSessions {
  const sessions: BrowserSessions = {
    async findInteraction(request, response) {
      try {
        return await provider.interactionDetails(asSeenFromApp(request, appOrigin), response)
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined
        throw error
      }
    },

    async isSignedIn(request, response) {
      const session = await provider.Session.get(provider.createContext(asSeenFromApp(request, appOrigin), response))
      return session.accountId !== undefined
    },

    async signIn(request, response, userId) {
      const interaction = await sessions.findInteraction(request, response)
      if (interaction?.prompt.name === 'login') return provider.interactionResult(request, response, { login: { accountId: userId } })

      const context = provider.createContext(asSeenFromApp(request, appOrigin), response)
      await endSession(db, await provider.Session.get(context))
      const session = new provider.Session()
      session.loginAccount({ accountId: userId })
      await session.save(lifetimes.session)
      const cookie = {
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        overwrite: true,
        path: '/',
        maxAge: lifetimes.session * 1000,
      } as const
      context.cookies.set(provider.cookieName('session'), session.jti, cookie)
      return `${appOrigin}/`
    },

    agree: (request, response) => provider.interactionResult(request, response, { consent: {} }),
  }
  return sessions
}

/** Ends the session with every grant given under it; whoever holds a refresh token from it holds nothing. */
export async function endSession(db: Db, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId !== undefined) await deleteFamily(db, grantId)
  }
  await session.destroy()
}
