import { errorCatalog } from '@linkshelf/contract'
import { logSecurityEvent } from '../../access/index.ts'
import { createPagePolicy } from '../../layout/index.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import { endProviderSessions } from '../other-providers/end-provider-sessions.ts'
import { type ProviderRejection, signInWithProvider } from '../other-providers/sign-in-with-provider.ts'
import type { ProviderClient } from '../provider-clients/provider-client.ts'
import type { ProviderIdentity } from '../provider-clients/provider-identity.ts'
import { providerSignInLimit, toEventSource } from '../throttle/rate-limits.ts'
import { nameForm, readField } from './auth-form-schemas.ts'
import { signUpsNotice } from './auth-notices.ts'
import { type AuthPages, type AuthSite, findDestination, type PageContext, type PageStatus } from './auth-site.ts'
import { joinAccountPath, providerPath } from './provider-buttons.ts'
import { deleteProviderCookie, type ProviderCookie, readProviderCookie, writeProviderCookie } from './provider-cookie.ts'
import { rejectionMessages } from './provider-forms.ts'
import { renderSignInPage } from './render-sign-in-page.ts'

const messages = {
  unreachable: 'Your identity provider can’t be reached at the moment. Try again in a minute.',
  expired: 'The sign-in took too long, or began in another window. Try again.',
  canceled: 'The sign-in was canceled.',
  failed: 'Your identity provider did not confirm the sign-in. Try again.',
  ended: 'The sign-in was ended while you signed in. Try again.',
}

/** The maximum length of a logout token, in characters. A token has about 1,000. */
const maxTokenLength = 12_000

/** Adds the pages that sign users in with other identity providers, and the address that ends their sessions. */
export function addProviderPages(pages: AuthPages, site: AuthSite): void {
  const { deps } = site
  const path = `${providerPath.replace('/auth', '')}/:key{[0-9]+}`
  const findProvider = (context: PageContext) => deps.providers.find(({ settings }) => settings.key === context.req.param('key'))

  pages.get(path, async (context, next) => {
    const provider = findProvider(context)
    if (provider === undefined) return next()
    const to = context.req.query('to') ?? ''
    const invitation = (context.req.query('invitation') ?? '').slice(0, 100)
    try {
      const { url, secrets } = await provider.beginSignIn()
      const known = findDestination(to) === undefined ? '' : to
      writeProviderCookie(site, context, { kind: 'started', key: provider.settings.key, secrets, to: known, invitation })
      return context.redirect(url, 303)
    } catch (error) {
      logFailure(site, context, provider, error)
      return showProblem(site, context, messages.unreachable, 503)
    }
  })

  pages.get(`${path}/callback`, async (context, next) => {
    const provider = findProvider(context)
    if (provider === undefined) return next()
    const started = readProviderCookie(site, context, 'started')
    // The state, the nonce and the verifier are used once, whatever the provider responded.
    deleteProviderCookie(site, context)
    return started?.key === provider.settings.key
      ? completeSignIn(site, context, provider, started)
      : showProblem(site, context, messages.expired, 400)
  })

  pages.post(`${path}/backchannel-logout`, async (context, next) => {
    const provider = findProvider(context)
    if (provider === undefined) return next()
    const { headers } = createPagePolicy(deps.origins.app)
    const token = await readField(context, 'logout_token', maxTokenLength)
    const outcome = await endProviderSessions(deps, { provider, token, request: site.toFormRequest(context) })
    if (outcome === 'ended') return context.body(null, 200, headers)
    return context.json({ error: 'invalid_request' }, outcome === 'throttled' ? 429 : 400, headers)
  })
}

async function completeSignIn(
  site: AuthSite,
  context: PageContext,
  provider: ProviderClient,
  { secrets, to, invitation }: Extract<ProviderCookie, { kind: 'started' }>,
): Promise<Response> {
  const { deps } = site
  const { settings } = provider
  const request = site.toFormRequest(context)
  const attempt = { limit: providerSignInLimit, subject: request.network }
  if ((await deps.throttle.consume(toEventSource(request), attempt)) !== undefined)
    return showProblem(site, context, errorCatalog.TOO_MANY_REQUESTS.message, 429)
  let identity: ProviderIdentity
  try {
    identity = await provider.completeSignIn(new URL(context.req.url).search, secrets)
  } catch (error) {
    logFailure(site, context, provider, error)
    const isCanceled = error instanceof Error && 'error' in error && error.error === 'access_denied'
    return showProblem(site, context, isCanceled ? messages.canceled : messages.failed, 400)
  }
  const outcome = await signInWithProvider(deps, { identity, settings, fullName: toFullName(identity), invitation, request })
  switch (outcome.kind) {
    case 'signed-in':
      await deps.throttle.refund(attempt)
      return startProviderSession(site, context, outcome.signIn, to)
    case 'joinable': {
      await deps.throttle.refund(attempt)
      const groups = identity.groups.filter((group) => settings.groups?.roles.has(group))
      writeProviderCookie(site, context, {
        kind: 'joining',
        key: settings.key,
        identity: { ...identity, groups },
        email: outcome.email,
        to,
      })
      return context.redirect(joinAccountPath, 303)
    }
    case 'rejected':
      return showRejection(site, context, outcome.reason)
    case 'throttled':
      return showProblem(site, context, errorCatalog.TOO_MANY_REQUESTS.message, 429)
  }
}

/** Signs the browser in, and continues at the destination with the name `to`, or at the dashboard. */
export async function startProviderSession(site: AuthSite, context: PageContext, signIn: VerifiedSignIn, to: string): Promise<Response> {
  const location = await site.startSession(context, signIn, findDestination(to))
  return location === undefined ? showProblem(site, context, messages.ended, 400) : context.redirect(location, 303)
}

/** Shows the sign-in page with the error. */
export function showProblem(site: AuthSite, context: PageContext, message: string, status: PageStatus): Promise<Response> {
  return site.show(context, renderSignInPage(site, context, { errors: { form: message } }), status)
}

function showRejection(site: AuthSite, context: PageContext, reason: ProviderRejection): Promise<Response> {
  if (reason === 'account disabled') return showProblem(site, context, errorCatalog.ACCOUNT_DISABLED.message, 403)
  if (reason === 'no sign-ups') return showProblem(site, context, signUpsNotice(site.deps.signUps) ?? '', 403)
  return showProblem(site, context, rejectionMessages[reason], 403)
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

/** Returns a name that the sign-up form would accept: the provider's name, or else the first part of the address. */
function toFullName({ fullName, email }: ProviderIdentity): string {
  const names = [fullName?.slice(0, 80), email?.split('@', 1)[0]?.slice(0, 80)]
  return names.find((name) => nameForm.safeParse({ full_name: name }).success)?.trim() ?? 'New user'
}
