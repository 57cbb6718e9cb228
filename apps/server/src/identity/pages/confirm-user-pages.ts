import { accountPath, confirmedHash, confirmUserPath } from '@linkshelf/contract'
import { AppError } from '../../access/index.ts'
import { listJoinedProviders, reauthenticateWithProvider } from '../other-providers/confirm-with-provider.ts'
import { createConfirmationOptions, reauthenticateWithPasskey } from '../passkeys/confirm-with-passkey.ts'
import { parseAssertion } from '../passkeys/passkey-schemas.ts'
import { confirmCode, reauthenticate } from '../passwords/change-password.ts'
import { getProfile, hasUsablePassword } from '../profile/profile.ts'
import type { ProviderClient, SignInSecrets } from '../provider-clients/provider-client.ts'
import { getSessionUid } from '../sessions/end-sessions.ts'
import { type AccountContext, withAccount } from './account-pages.ts'
import { passwordForm, readField, readForm, toFieldErrors } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageContext, PageStatus } from './auth-site.ts'
import { confirmUserPage, toConfirmUserPath } from './confirm-user-forms.ts'
import { toConfirmationErrors } from './confirmation-errors.ts'
import type { FieldErrors } from './form-fields.ts'
import type { ProviderCookie } from './provider-cookie.ts'
import { type ProviderResponse, sendToProvider, unreachableMessage } from './provider-redirect.ts'

/** An authenticator's answer has some 1,500 characters. */
export const maxAnswerLength = 12_000

/** The pages of the account that may follow the confirmation. */
const accountPaths = [
  /^\/auth\/account$/,
  /^\/auth\/account\/two-step$/,
  /^\/auth\/account\/passkeys\/new$/,
  /^\/auth\/account\/passkeys\/remove\?id=[\da-f-]{36}$/,
  /^\/auth\/account\/providers\/disconnect\?id=[\da-f]{32}$/,
]

/** Paths of the app's origin that are not screens of the dashboard. */
const otherPaths = /^\/(\/|auth\/|oidc\/|v1\/)/
/** A longer address of the dashboard is not stored while the user is at an identity provider. */
const maxNextLength = 1_500

/** Returns the path if it is a page of the account or of the dashboard. Otherwise returns the path of the account. */
function toNextPath(text: string, appOrigin: string): string {
  if (accountPaths.some((path) => path.test(text))) return text
  const url = text.startsWith('/') && text.length <= maxNextLength ? URL.parse(text, appOrigin) : null
  return url === null || url.origin !== appOrigin || otherPaths.test(url.pathname) ? accountPath : `${url.pathname}${url.search}`
}

function redirectToNext(context: PageContext, next: string): Response {
  return context.redirect(next.startsWith('/auth/') ? next : `${next}${confirmedHash}`, 303)
}

interface ShownConfirmation {
  next: string
  errors?: FieldErrors
  status?: PageStatus
}

async function showConfirmation(
  { deps, show }: AuthSite,
  context: PageContext,
  ctx: AccountContext,
  { next, errors, status = 200 }: ShownConfirmation,
): Promise<Response> {
  const profile = await getProfile(ctx)
  const user = {
    ...{ next, email: profile.email, hasSecondFactor: profile.has_second_factor },
    hasPassword: hasUsablePassword(deps, profile),
    options: deps.isProviderOnly ? undefined : await createConfirmationOptions(deps, ctx),
    providers: await listOwnProviders(deps, ctx),
    canReset: !deps.isProviderOnly,
  }
  return show(context, confirmUserPage(user, { ...(errors && { errors }) }), status)
}

function listOwnProviders({ db, providers }: AuthSite['deps'], { actor }: AccountContext) {
  return listJoinedProviders(
    db,
    providers.map(({ settings }) => settings),
    actor.userId,
  )
}

/**
 * Adds the page on which signed-in users confirm who they are: with the password, a passkey, or by signing in at
 * another identity provider again. A code is checked before the browser is sent to the provider.
 */
export function addConfirmUserPages(pages: AuthPages, site: AuthSite): void {
  const { deps } = site
  const path = confirmUserPath.replace('/auth', '')
  const readNext = async (context: PageContext) => toNextPath(await readField(context, 'next', maxNextLength + 1), deps.origins.app)

  pages.get(path, (context) =>
    withAccount(site, context, (ctx) =>
      showConfirmation(site, context, ctx, { next: toNextPath(context.req.query('next') ?? '', deps.origins.app) }),
    ),
  )
  for (const form of ['passkey', 'provider']) pages.get(`${path}/${form}`, (context) => context.redirect(confirmUserPath, 303))

  pages.post(path, (context) =>
    withAccount(site, context, async (ctx) => {
      const next = await readNext(context)
      const { form } = await readForm(context, passwordForm)
      if (!form.success) return showConfirmation(site, context, ctx, { next, errors: toFieldErrors(form.error), status: 422 })
      return confirm(context, ctx, next, () => reauthenticate(deps, ctx, form.data))
    }),
  )

  pages.post(`${path}/passkey`, (context) =>
    withAccount(site, context, async (ctx) => {
      const next = await readNext(context)
      const assertion = parseAssertion(await readField(context, 'answer', maxAnswerLength))
      return confirm(context, ctx, next, () => reauthenticateWithPasskey(deps, ctx, assertion))
    }),
  )

  pages.post(`${path}/provider`, (context) =>
    withAccount(site, context, async (ctx) => {
      const next = await readNext(context)
      const key = await readField(context, 'provider')
      const isOwn = (await listOwnProviders(deps, ctx)).some((settings) => settings.key === key)
      const provider = deps.providers.find(({ settings }) => settings.key === key)
      const sessionUid = getSessionUid(ctx)
      if (!isOwn || provider === undefined || sessionUid === undefined) return context.redirect(toConfirmUserPath(next), 303)
      try {
        await confirmCode(deps, ctx, await readField(context, 'code'))
      } catch (error) {
        const [errors, status] = toConfirmationErrors(error)
        return showConfirmation(site, context, ctx, { next, errors, status })
      }
      const toCookie = (secrets: SignInSecrets) => ({ kind: 'confirming', key, secrets, sessionUid, next }) as const
      const leaving = await sendToProvider(site, context, provider, { reauthenticates: true, toCookie })
      return leaving ?? showConfirmation(site, context, ctx, { next, errors: { form: unreachableMessage }, status: 503 })
    }),
  )

  async function confirm(context: PageContext, ctx: AccountContext, next: string, work: () => Promise<void>): Promise<Response> {
    try {
      await work()
    } catch (error) {
      const [errors, status] = toConfirmationErrors(error)
      return showConfirmation(site, context, ctx, { next, errors, status })
    }
    return redirectToNext(context, next)
  }
}

const problems = {
  session: 'You confirmed for another session. Try again.',
  account: 'At the identity provider you signed in with an account that is not connected with this one. Sign in there with the right one.',
}

interface ProviderConfirmation {
  provider: ProviderClient
  begun: Extract<ProviderCookie, { kind: 'confirming' }>
  response: ProviderResponse
}

/** Records that the user confirmed at the provider, and continues. If it fails, shows the page with the reason. */
export function completeConfirmation(
  site: AuthSite,
  context: PageContext,
  { provider: { settings }, begun: { next, sessionUid }, response }: ProviderConfirmation,
): Promise<Response> {
  return withAccount(site, context, async (ctx) => {
    const showProblem = (message: string, status: PageStatus) =>
      showConfirmation(site, context, ctx, { next, errors: { form: message }, status })
    if (response.kind === 'problem') return showProblem(response.message, response.status)
    if (getSessionUid(ctx) !== sessionUid) return showProblem(problems.session, 403)
    if (!(await reauthenticateWithProvider(ctx, { identity: response.identity, settings }))) return showProblem(problems.account, 403)
    await site.deps.throttle.refund(response.attempt)
    return redirectToNext(context, next)
  })
}

/**
 * Runs `respond` for the signed-in user. If it needs a recent sign-in, redirects to the page on which the user confirms
 * who they are, and which continues at `next`. If `respond` throws NOT_FOUND, for example because the passkey no longer
 * exists, redirects to the account.
 */
export function withRecentAccount(
  site: AuthSite,
  context: PageContext,
  next: string,
  respond: (ctx: AccountContext) => Promise<Response>,
): Promise<Response> {
  return withAccount(site, context, async (ctx) => {
    try {
      return await respond(ctx)
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return context.redirect(accountPath, 303)
      if (error instanceof AppError && error.code === 'REAUTHENTICATION_REQUIRED') return context.redirect(toConfirmUserPath(next), 303)
      throw error
    }
  })
}
