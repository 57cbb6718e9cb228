import { errorCatalog } from '@linkshelf/contract'
import { html } from 'hono/html'
import { logSecurityEvent } from '../../access/index.ts'
import type { Page } from '../../layout/index.ts'
import type { Attempt } from '../../platform/throttle/throttle.ts'
import { EarlierSignInError, type ProviderClient, type SignInSecrets } from '../provider-clients/provider-client.ts'
import type { ProviderIdentity } from '../provider-clients/provider-identity.ts'
import { providerSignInLimit, toEventSource } from '../throttle/rate-limits.ts'
import type { AuthSite, PageContext, PageStatus } from './auth-site.ts'
import { type ProviderCookie, writeProviderCookie } from './provider-cookie.ts'

const messages = {
  canceled: 'The sign-in was canceled.',
  failed: 'Your identity provider did not confirm the sign-in. Try again.',
  earlier: 'Your identity provider did not ask you to sign in again. Sign out there, and try once more.',
}

export const unreachableMessage = 'Your identity provider can’t be reached at the moment. Try again in a minute.'

interface BegunSignIn {
  reauthenticates: boolean
  /** Returns what the browser stores until it comes back. */
  toCookie(secrets: SignInSecrets): ProviderCookie
}

/** Sends the browser to the provider. Returns undefined if the provider can't be reached. */
export async function sendToProvider(
  site: AuthSite,
  context: PageContext,
  provider: ProviderClient,
  { reauthenticates, toCookie }: BegunSignIn,
): Promise<Response | undefined> {
  try {
    const { url, secrets } = await provider.beginSignIn({ reauthenticates })
    writeProviderCookie(site, context, toCookie(secrets))
    // Some browsers check each redirect that follows a form against the policy for forms, which allows no other origin.
    context.header('refresh', `0;url=${url}`)
    return await site.show(context, leavingPage(url))
  } catch (error) {
    logFailure(site, context, provider, error)
    return undefined
  }
}

/** Browsers leave this page at once. The link is for browsers that don't. */
function leavingPage(url: string): Page {
  const { host } = new URL(url)
  return {
    heading: `Continue at ${host}`,
    body: html`<p class="lead">You sign in at your identity provider, and then come back.</p>
      <div class="actions"><a class="button" href="${url}">Continue</a></div>`,
  }
}

/**
 * The user who signed in, and the attempt that the caller refunds if it accepts the user. If the response is invalid,
 * the message for the page.
 */
export type ProviderResponse =
  | { kind: 'identified'; identity: ProviderIdentity; attempt: Attempt }
  | { kind: 'problem'; message: string; status: PageStatus }

/** Checks the response with which the provider sent the browser back. */
export async function readProviderResponse(
  site: AuthSite,
  context: PageContext,
  provider: ProviderClient,
  secrets: SignInSecrets,
): Promise<ProviderResponse> {
  const request = site.toFormRequest(context)
  const attempt = { limit: providerSignInLimit, subject: request.network }
  if ((await site.deps.throttle.consume(toEventSource(request), attempt)) !== undefined)
    return { kind: 'problem', message: errorCatalog.TOO_MANY_REQUESTS.message, status: 429 }
  try {
    return { kind: 'identified', identity: await provider.completeSignIn(new URL(context.req.url).search, secrets), attempt }
  } catch (error) {
    logFailure(site, context, provider, error)
    const isCanceled = error instanceof Error && 'error' in error && error.error === 'access_denied'
    const reason = error instanceof EarlierSignInError ? 'earlier' : isCanceled ? 'canceled' : 'failed'
    return { kind: 'problem', message: messages[reason], status: 400 }
  }
}

/**
 * Logs why a sign-in failed. Logs only the messages of the errors, because the errors contain the provider's response,
 * which may have secrets.
 */
function logFailure({ deps, toFormRequest }: AuthSite, context: PageContext, { settings }: ProviderClient, error: unknown): void {
  const reasons = [error, error instanceof Error ? error.cause : undefined]
  const reason = reasons.flatMap((each) => (each instanceof Error ? each.message : [])).join(': ')
  logSecurityEvent(deps.log, 'provider.rejected', { ...toEventSource(toFormRequest(context)), issuer: settings.issuer, reason })
}
