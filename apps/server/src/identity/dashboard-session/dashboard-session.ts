import {
  type DashboardSession,
  dashboardClientId,
  dashboardScope,
  dashboardSessionPaths,
  errorCatalog,
  issuerPath,
  signInReason,
} from '@linkshelf/contract'
import type { AuthPages, AuthSite, PageContext } from '../pages/auth-site.ts'
import { toEventSource } from '../throttle/rate-limits.ts'
import { deleteTokens, readBrowserSecret, readRefreshToken, setBrowserSecret, setTokens } from './session-cookies.ts'
import { createBrowserSecret, createSignInFlow, findVerifier } from './sign-in-flow.ts'
import type { DashboardTokens, TokenClient, TokenRequester } from './token-client.ts'

/**
 * Adds the requests by which the dashboard signs in, renews its session and signs out. The dashboard learns the user
 * and when to renew, but no token.
 */
export function addDashboardSession(pages: AuthPages, site: AuthSite, tokenClient: TokenClient): void {
  const { app } = site.deps.origins
  const redirectUri = `${app}/callback`
  const { start, complete, renew, signOut } = dashboardSessionPaths

  pages.get(toRoute(start), (context) => {
    const secret = readBrowserSecret(context, app) ?? createBrowserSecret()
    setBrowserSecret(context, app, secret)
    const { state, codeChallenge } = createSignInFlow(secret)
    const query = new URLSearchParams({
      client_id: dashboardClientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: dashboardScope,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      state,
      ...toReasonParameters(context.req.query(signInReason.parameter)),
    })
    context.header('cache-control', 'no-store')
    return context.json({ location: `${app}${issuerPath}/auth?${query}` })
  })

  pages.post(toRoute(complete), async (context) => {
    const callback = new URLSearchParams(await context.req.text())
    const verifier = findVerifier(readBrowserSecret(context, app), callback.get('state') ?? '')
    // The issuer is compared, so that the response of another provider is never sent to ours (RFC 9207).
    if (verifier === undefined || callback.get('iss') !== `${app}${issuerPath}`) return rejectSession(context)
    const tokens = await tokenClient.redeemCode(toRequester(context), { code: callback.get('code') ?? '', verifier, redirectUri })
    return tokens === undefined ? rejectSession(context) : sendSession(context, tokens)
  })

  pages.post(toRoute(renew), async (context) => {
    const refreshToken = readRefreshToken(context, app)
    const tokens = refreshToken === undefined ? undefined : await tokenClient.redeemRefreshToken(toRequester(context), refreshToken)
    if (tokens !== undefined) return sendSession(context, tokens)
    deleteTokens(context, app)
    return rejectSession(context)
  })

  pages.post(toRoute(signOut), async (context) => {
    const refreshToken = readRefreshToken(context, app)
    // The refresh token can be of another session than the browser's session at the provider.
    if (refreshToken !== undefined) await tokenClient.revoke(toRequester(context), refreshToken)
    await site.endSession(context)
    deleteTokens(context, app)
    return context.body(null, 204)
  })

  function sendSession(context: PageContext, tokens: DashboardTokens): Response {
    setTokens(context, app, tokens)
    return context.json({ user_id: tokens.userId, expires_in: tokens.expiresInSeconds } satisfies DashboardSession)
  }

  function toRequester(context: PageContext): TokenRequester {
    return { ...toEventSource(site.toFormRequest(context)), userAgent: context.req.header('user-agent') ?? '' }
  }
}

/** Returns the path without `/auth`, which the app adds. */
function toRoute(path: string): string {
  return path.slice('/auth'.length)
}

/** If the tokens were stored elsewhere, the user enters the password once more, also if the provider has a session. */
function toReasonParameters(reason: string | undefined): Record<string, string> {
  const { parameter, sessionExpired, tokensMoved } = signInReason
  if (reason === tokensMoved) return { [parameter]: reason, prompt: 'login' }
  return reason === sessionExpired ? { [parameter]: reason } : {}
}

function rejectSession(context: PageContext): Response {
  const { status, message } = errorCatalog.SIGN_IN_REQUIRED
  return context.json({ code: 'SIGN_IN_REQUIRED', status, message, correlation_id: context.var.requestId }, status)
}
