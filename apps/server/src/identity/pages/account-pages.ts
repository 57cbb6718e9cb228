import { accountPath, type ErrorCode, errorCatalog, recentSignInMs } from '@linkshelf/contract'
import { AppError, createRequestContext, fail, type UserActor, type UserContext } from '../../access/index.ts'
import { confirmEmailChange } from '../email-change/confirm-email-change.ts'
import { confirmAddressPath, undoAddressPath } from '../email-change/email-change-emails.ts'
import { cancelEmailChange, requestEmailChange } from '../email-change/request-email-change.ts'
import { undoEmailChange } from '../email-change/undo-email-change.ts'
import { getProviderLabel, toProviderAccountId } from '../other-providers/disconnect-provider.ts'
import { findRelyingParty } from '../passkeys/relying-party.ts'
import { changeName, getProfile, hasUsablePassword } from '../profile/profile.ts'
import { selectChangeByToken, selectPendingEmail } from '../tables/email-change-table.ts'
import { selectPasskeys } from '../tables/passkey-table.ts'
import { selectProviderAccounts } from '../tables/provider-account-table.ts'
import { selectAuthenticatedAt } from '../tables/session-table.ts'
import { toEventSource } from '../throttle/rate-limits.ts'
import {
  type AccountPageState,
  accountPage,
  addressChangedPage,
  confirmAddressExpiredPage,
  confirmAddressPage,
  type NewAddress,
  undoAddressExpiredPage,
  undoAddressPage,
} from './account-forms.ts'
import { addressTokenForm, emailChangeForm, nameForm, readForm, readToken, toFieldErrors } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageContext, PageStatus } from './auth-site.ts'
import { toConfirmationErrors } from './confirmation-errors.ts'
import type { FieldErrors } from './form-fields.ts'

export type AccountContext = UserContext & { actor: Required<Pick<UserActor, 'findAuthenticatedAt'>> }

const accountSignInPath = '/auth/signin?to=account'
const notices: Record<string, string> = {
  'name-saved': 'Your name was changed.',
  'change-canceled': 'The change was canceled.',
  'passkey-added': 'Your passkey was added.',
  'passkey-renamed': 'Your passkey was renamed.',
  'passkey-removed': 'Your passkey was removed.',
  'two-step-off': 'Two-step sign-in was turned off.',
  'provider-disconnected': 'The identity provider was disconnected.',
}
const throttled = errorCatalog.TOO_MANY_REQUESTS.message

/** Adds the page on which users change name and email address. Users who are not signed in sign in first. */
export function addAccountPages(pages: AuthPages, site: AuthSite): void {
  const path = accountPath.replace('/auth', '')

  pages.get(path, (context) =>
    withAccount(site, context, (ctx) => showAccount(site, context, ctx, { notice: notices[context.req.query('notice') ?? ''] })),
  )

  // After an error, the address bar has the address of the form. A user may open it again.
  for (const form of ['name', 'email']) pages.get(`${path}/${form}`, (context) => context.redirect(accountPath, 303))

  pages.post(`${path}/name`, (context) =>
    withAccount(site, context, async (ctx) => {
      const { typed, form } = await readForm(context, nameForm)
      const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
        showAccount(site, context, ctx, { name: { typed, errors } }, status)
      if (!form.success) return showErrors(toFieldErrors(form.error))
      try {
        await changeName(site.deps, ctx, form.data.full_name)
      } catch (error) {
        return showErrors({ form: getMessage(error, ['TOO_MANY_REQUESTS']) }, 429)
      }
      return context.redirect(`${accountPath}?notice=name-saved`, 303)
    }),
  )

  pages.post(`${path}/email`, (context) =>
    withAccount(site, context, async (ctx) => {
      const { typed, form } = await readForm(context, emailChangeForm)
      const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
        showAccount(site, context, ctx, { email: { typed: { email: typed?.email ?? '' }, errors } }, status)
      if (!form.success) return showErrors(toFieldErrors(form.error))
      const { email } = await getProfile(ctx)
      if (form.data.email.toLowerCase() === email.toLowerCase()) return showErrors({ email: 'This is your email address already.' })
      try {
        await requestEmailChange(site.deps, ctx, form.data)
      } catch (error) {
        return showErrors(...toConfirmationErrors(error))
      }
      return context.redirect(accountPath, 303)
    }),
  )

  pages.post(`${path}/email/cancel`, (context) =>
    withAccount(site, context, async (ctx) => {
      await cancelEmailChange(ctx)
      return context.redirect(`${accountPath}?notice=change-canceled`, 303)
    }),
  )

  addConfirmAddressPages(pages, site)
  addUndoAddressPages(pages, site)
}

/**
 * Runs `respond` for the signed-in user. Redirects to the sign-in page if nobody is signed in, or if `respond` throws
 * SIGN_IN_REQUIRED because the session has ended.
 */
export async function withAccount(
  { deps, sessions, toFormRequest }: AuthSite,
  context: PageContext,
  respond: (ctx: AccountContext) => Promise<Response>,
): Promise<Response> {
  const signIn = await sessions.findSignIn(context.env.incoming, context.env.outgoing)
  const sessionUid = signIn?.sessionUid
  if (signIn === undefined || sessionUid === undefined) return context.redirect(accountSignInPath, 303)
  const { userId, signedInAt } = signIn
  // Until the dashboard has got tokens, no row records the session, and nothing is later than its sign-in.
  const findAuthenticatedAt = async () => (await selectAuthenticatedAt(deps.db, sessionUid, deps.clock.now())) ?? signedInAt
  const actor = { kind: 'user', userId, sessionUid, findAuthenticatedAt } as const
  try {
    return await respond(createRequestContext(deps, { actor, source: 'api', ...toEventSource(toFormRequest(context)) }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGN_IN_REQUIRED') return context.redirect(accountSignInPath, 303)
    throw error
  }
}

async function showAccount(
  { deps, show }: AuthSite,
  context: PageContext,
  ctx: AccountContext,
  state: AccountPageState,
  status: PageStatus = 200,
): Promise<Response> {
  const profile = await getProfile(ctx)
  const { full_name: fullName, email, has_second_factor: hasSecondFactor, second_factor_reset_at: resetAt } = profile
  const resetDueAt = resetAt === null ? undefined : new Date(resetAt)
  const pendingEmail = await selectPendingEmail(deps.db, ctx.actor.userId, ctx.now)
  const hasPassword = hasUsablePassword(deps, profile)
  const confirmation = (await isRecentlySignedIn(ctx)) ? undefined : hasPassword ? ('password' as const) : ('page' as const)
  const passkeys = await selectPasskeys(deps.db, ctx.actor.userId)
  const isAvailable = findRelyingParty(deps.origins.app) !== undefined
  const shownPasskeys = deps.isProviderOnly ? undefined : { passkeys, isAvailable, timeZone: profile.time_zone ?? 'UTC' }
  const providerAccounts = (await selectProviderAccounts(deps.db, ctx.actor.userId)).map((account) => ({
    id: toProviderAccountId(account),
    label: getProviderLabel(deps, account.issuer),
    email: account.email,
  }))
  const account = {
    ...{ fullName, email, pendingEmail, hasSecondFactor, resetDueAt, confirmation },
    hasOtherWays: passkeys.length > 0 || providerAccounts.length > 0,
    ...{ hasPassword, shownPasskeys, providerAccounts, isProviderOnly: deps.isProviderOnly },
  }
  return show(context, accountPage(account, state), status)
}

/** Returns whether the sign-in is recent. If not, changes need the password. Throws SIGN_IN_REQUIRED. */
export async function isRecentlySignedIn({ actor, now }: AccountContext): Promise<boolean> {
  const authenticatedAt = (await actor.findAuthenticatedAt()) ?? fail('SIGN_IN_REQUIRED')
  return now.getTime() - authenticatedAt.getTime() <= recentSignInMs
}

/** Returns the message of an error with one of these codes. Throws any other error. */
export function getMessage(error: unknown, codes: readonly ErrorCode[]): string {
  if (error instanceof AppError && codes.includes(error.code)) return error.message
  throw error
}

function addConfirmAddressPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const path = confirmAddressPath.replace('/auth', '')

  /** Returns the token's change and the browser's user. Undefined if the token can't be used. */
  const findNewAddress = async (context: PageContext, token: string) => {
    const change = await selectChangeByToken(deps.db, 'confirm', token, deps.clock.now())
    if (change === undefined) return undefined
    const signedInUserId = (await site.sessions.findSignIn(context.env.incoming, context.env.outgoing))?.userId
    const address: NewAddress = { token, email: change.email, needsPassword: signedInUserId !== change.user_id }
    return { address, signedInUserId }
  }

  pages.get(path, async (context) => {
    const found = await findNewAddress(context, context.req.query('token') ?? '')
    return found === undefined ? show(context, confirmAddressExpiredPage, 410) : show(context, confirmAddressPage(found.address))
  })

  pages.post(path, async (context) => {
    const { values, form } = await readForm(context, addressTokenForm)
    const found = await findNewAddress(context, values.token)
    if (found === undefined) return show(context, confirmAddressExpiredPage, 410)
    const { address, signedInUserId } = found
    const showErrors = (errors: FieldErrors, status: PageStatus = 422) => show(context, confirmAddressPage(address, { errors }), status)
    if (!form.success) return showErrors(toFieldErrors(form.error))
    if (address.needsPassword && form.data.password === '') return showErrors({ password: 'Enter your password.' })
    try {
      const outcome = await confirmEmailChange(deps, { ...form.data, signedInUserId, request: site.toFormRequest(context) })
      switch (outcome.kind) {
        case 'changed':
          return show(context, addressChangedPage(outcome))
        case 'expired':
          return show(context, confirmAddressExpiredPage, 410)
        case 'throttled':
          return showErrors({ form: throttled }, 429)
      }
    } catch (error) {
      const message = getMessage(error, ['PASSWORD_WRONG', 'TOO_MANY_REQUESTS'])
      return error instanceof AppError && error.code === 'PASSWORD_WRONG'
        ? showErrors({ password: 'This is not the password of this account.' })
        : showErrors({ form: message }, 429)
    }
  })
}

function addUndoAddressPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const path = undoAddressPath.replace('/auth', '')
  const findFormerEmail = async (token: string) =>
    (await selectChangeByToken(deps.db, 'undo', token, deps.clock.now()))?.former_email ?? undefined

  pages.get(path, async (context) => {
    const token = context.req.query('token') ?? ''
    const formerEmail = await findFormerEmail(token)
    return formerEmail === undefined ? show(context, undoAddressExpiredPage, 410) : show(context, undoAddressPage({ token, formerEmail }))
  })

  pages.post(path, async (context) => {
    const token = await readToken(context)
    const formerEmail = await findFormerEmail(token)
    const outcome = await undoEmailChange(deps, { token, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'undone':
        return context.redirect(`/auth/reset?token=${outcome.resetToken}&notice=address-restored`, 303)
      case 'expired':
        return show(context, undoAddressExpiredPage, 410)
      case 'throttled':
        return formerEmail === undefined
          ? show(context, undoAddressExpiredPage, 429)
          : show(context, undoAddressPage({ token, formerEmail }, { errors: { form: throttled } }), 429)
    }
  })
}
