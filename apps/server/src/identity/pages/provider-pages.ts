import { errorCatalog } from '@linkshelf/contract'
import { createPagePolicy } from '../../layout/index.ts'
import type { Attempt } from '../../platform/throttle/throttle.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import { endProviderSessions } from '../other-providers/end-provider-sessions.ts'
import { type ProviderRejection, signInWithProvider } from '../other-providers/sign-in-with-provider.ts'
import type { ProviderClient, SignInSecrets } from '../provider-clients/provider-client.ts'
import type { ProviderIdentity } from '../provider-clients/provider-identity.ts'
import { nameForm, readField } from './auth-form-schemas.ts'
import { signUpsNotice } from './auth-notices.ts'
import { type AuthPages, type AuthSite, findDestination, type PageContext, type PageStatus } from './auth-site.ts'
import { completeConfirmation } from './confirm-user-pages.ts'
import { joinAccountPath, providerPath } from './provider-buttons.ts'
import { deleteProviderCookie, readProviderCookie, writeProviderCookie } from './provider-cookie.ts'
import { rejectionMessages } from './provider-forms.ts'
import { readProviderResponse, sendToProvider, unreachableMessage } from './provider-redirect.ts'
import { renderSignInPage } from './render-sign-in-page.ts'

const messages = {
  expired: 'The sign-in took too long, or began in another window. Try again.',
  ended: 'The sign-in was ended while you signed in. Try again.',
}

/** The maximum length of a logout token, in characters. A token has about 1,000. */
const maxTokenLength = 12_000

/** Adds the pages that sign users in with other identity providers, and the address that ends their sessions. */
export function addProviderPages(pages: AuthPages, site: AuthSite): void {
  const { deps } = site
  const path = `${providerPath.replace('/auth', '')}/:key{[0-9]+}`
  const findProvider = (context: PageContext) => deps.providers.find(({ settings }) => settings.key === context.req.param('key'))

  // After an error, the address bar has the address of the form. A user may open it again.
  pages.get(path, (context, next) =>
    findProvider(context) === undefined ? next() : Promise.resolve(context.redirect('/auth/signin', 303)),
  )

  pages.post(path, async (context, next) => {
    const provider = findProvider(context)
    if (provider === undefined) return next()
    const to = await readField(context, 'to')
    const invitation = await readField(context, 'invitation')
    const known = findDestination(to) === undefined ? '' : to
    const toCookie = (secrets: SignInSecrets) => ({ kind: 'started', key: provider.settings.key, secrets, to: known, invitation }) as const
    const leaving = await sendToProvider(site, context, provider, { reauthenticates: false, toCookie })
    return leaving ?? showProblem(site, context, unreachableMessage, 503)
  })

  pages.get(`${path}/callback`, async (context, next) => {
    const provider = findProvider(context)
    if (provider === undefined) return next()
    const begun = readProviderCookie(site, context, 'started') ?? readProviderCookie(site, context, 'confirming')
    // The state, the nonce and the verifier are used once, whatever the provider responded.
    deleteProviderCookie(site, context)
    if (begun?.key !== provider.settings.key) return showProblem(site, context, messages.expired, 400)
    const response = await readProviderResponse(site, context, provider, begun.secrets)
    if (begun.kind === 'confirming') return completeConfirmation(site, context, { provider, begun, response })
    return response.kind === 'problem'
      ? showProblem(site, context, response.message, response.status)
      : completeSignIn(site, context, provider, { ...begun, ...response })
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
  { to, invitation, identity, attempt }: { to: string; invitation: string; identity: ProviderIdentity; attempt: Attempt },
): Promise<Response> {
  const { deps } = site
  const { settings } = provider
  const request = site.toFormRequest(context)
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

/** Returns a name that the sign-up form would accept: the provider's name, or else the first part of the address. */
function toFullName({ fullName, email }: ProviderIdentity): string {
  const names = [fullName?.slice(0, 80), email?.split('@', 1)[0]?.slice(0, 80)]
  return names.find((name) => nameForm.safeParse({ full_name: name }).success)?.trim() ?? 'New user'
}
