import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { CoreDeps } from '../../platform/deps.ts'
import { endSession } from './browser-session.ts'
import { logSignOut } from './log-provider-events.ts'
import { showSignOut } from './provider-pages.ts'

type ProviderMiddleware = Parameters<Provider['use']>[0]

/**
 * Redirects a sign-out to the page after a sign-out if no user is signed in, because the provider would store a session
 * to ask for confirmation.
 */
export function skipSignOutWithoutSession(provider: Provider, appOrigin: string): ProviderMiddleware {
  return async (ctx, next) => {
    if (ctx.path !== '/session/end' || (await provider.Session.get(ctx)).accountId !== undefined) return next()
    const { state } = ctx.query
    ctx.status = 303
    ctx.redirect(`${appOrigin}/sign-in${typeof state === 'string' ? `?${new URLSearchParams({ state })}` : ''}`)
  }
}

/** Returns the behavior of the provider's end-session endpoint. */
export function createSignOut({ db, clock, log }: CoreDeps, appOrigin: string) {
  return {
    /**
     * Signs out at once if the request has the signed-in user's id token, as the dashboard's requests do; otherwise
     * shows a page to confirm.
     */
    async logoutSource(ctx: KoaContextWithOIDC, form: string): Promise<void> {
      const { session, entities } = ctx.oidc
      if (session === undefined || entities.IdTokenHint?.payload.sub !== session.accountId) return showSignOut(ctx, form)

      const { postLogoutRedirectUri, state } = session.state ?? {}
      await endSession(db, session, clock.now())
      logSignOut(log, ctx)
      ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null, { path: '/', httpOnly: true, sameSite: 'lax' })
      const next = new URL(typeof postLogoutRedirectUri === 'string' ? postLogoutRedirectUri : `${appOrigin}/sign-in`)
      if (typeof state === 'string') next.searchParams.set('state', state)
      ctx.status = 303
      ctx.redirect(next.href)
    },

    async postLogoutSuccessSource(ctx: KoaContextWithOIDC): Promise<void> {
      ctx.redirect(`${appOrigin}/sign-in`)
    },
  }
}
