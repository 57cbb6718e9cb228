import { errorCatalog, findOwnValue, signInReason } from '@linkshelf/contract'
import { signIn } from '../accounts/sign-in.ts'
import { toPasswordSignIn } from '../accounts/verified-sign-in.ts'
import { requestPasswordReset, resetPassword } from '../passwords/reset-password.ts'
import { selectTokenOwner } from '../tables/email-token-table.ts'
import { selectAccount } from '../tables/user-table.ts'
import { forgotForm, readField, readForm, readToken, signInForm, toFieldErrors, tokenForm } from './auth-form-schemas.ts'
import { forgotPage, resetPage } from './auth-forms.ts'
import { passwordChangedPage, resetExpiredPage, resetRequestedPage } from './auth-notices.ts'
import { type AuthPages, type AuthSite, findDestination, type PageStatus } from './auth-site.ts'
import type { FieldErrors, FormState } from './form-fields.ts'
import { renderSignInPage } from './render-sign-in-page.ts'

const wrongCredentials = 'The email address or the password is incorrect.'
const reasons: Record<string, string> = {
  [signInReason.sessionExpired]: errorCatalog.SIGN_IN_REQUIRED.message,
  [signInReason.tokensMoved]: 'We made signing in safer. Please sign in once more.',
}
const notices: Record<string, string> = {
  'password-changed': 'Your password was changed. Sign in with the new one.',
  'address-restored': 'Your account uses its earlier email address again. Set a new password now.',
}

export function addSignInPages(pages: AuthPages, site: AuthSite): void {
  const { deps, sessions, show } = site

  pages.get('/signin', async (context) => {
    const { incoming, outgoing } = context.env
    const to = context.req.query('to') ?? ''
    if (findDestination(to) !== undefined) return show(context, renderSignInPage(site, context, {}, to))
    const notice = findOwnValue(notices, context.req.query('notice') ?? '')
    const interaction = await sessions.findInteraction(incoming, outgoing)
    if (interaction?.prompt.name === 'consent') return context.redirect(await sessions.grantConsent(incoming, outgoing), 303)
    if (interaction === undefined && notice === undefined && (await sessions.isSignedIn(incoming, outgoing)))
      return context.redirect(`${deps.origins.app}/`, 303)
    const hint = interaction?.params.login_hint
    const reason = findOwnValue(reasons, String(interaction?.params[signInReason.parameter]))
    return show(
      context,
      renderSignInPage(site, context, { notice: notice ?? reason, typed: { email: typeof hint === 'string' ? hint.slice(0, 254) : '' } }),
    )
  })

  pages.post('/signin', async (context) => {
    const { typed, form } = await readForm(context, signInForm)
    const to = await readField(context, 'to')
    const destination = findDestination(to)
    const showForm = (errors: FieldErrors, status: PageStatus) =>
      show(context, renderSignInPage(site, context, { typed, errors }, destination && to), status)
    if (!form.success) return showForm(toFieldErrors(form.error), 422)

    const outcome = await signIn(deps, { ...form.data, request: site.toFormRequest(context) })
    if (outcome.kind === 'throttled') return showForm({ form: errorCatalog.TOO_MANY_REQUESTS.message }, 429)
    if (outcome.kind === 'disabled') return showForm({ form: errorCatalog.ACCOUNT_DISABLED.message }, errorCatalog.ACCOUNT_DISABLED.status)
    const { email } = form.data
    const location =
      outcome.kind === 'signed-in'
        ? await site.startSession(context, toPasswordSignIn(deps, outcome.verified, email), destination)
        : undefined
    return location === undefined ? showForm({ form: wrongCredentials }, 422) : context.redirect(location, 303)
  })
}

const throttled = errorCatalog.TOO_MANY_REQUESTS.message

export function addPasswordPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const renderResetPage = (token: string, state?: FormState) => resetPage({ token, minLength: deps.passwordMinLength }, state)

  pages.get('/forgot', async (context) => {
    const signIn = await site.sessions.findSignIn(context.env.incoming, context.env.outgoing)
    const account = signIn && (await selectAccount(deps.db, signIn.userId))
    const state = account === undefined ? {} : { typed: { email: account.email } }
    return show(context, forgotPage(state, { isSignedIn: account !== undefined }))
  })

  pages.post('/forgot', async (context) => {
    const { typed, form } = await readForm(context, forgotForm)
    if (!form.success) return show(context, forgotPage({ typed, errors: toFieldErrors(form.error) }), 422)

    const outcome = await requestPasswordReset(deps, { email: form.data.email, request: site.toFormRequest(context) })
    return outcome === 'requested'
      ? show(context, resetRequestedPage(form.data.email))
      : show(context, forgotPage({ typed, errors: { form: throttled } }), 429)
  })

  pages.get('/reset', async (context) => {
    const token = context.req.query('token') ?? ''
    const isValid = (await selectTokenOwner(deps.db, 'password_resets', token, deps.clock.now())) !== undefined
    const notice = findOwnValue(notices, context.req.query('notice') ?? '')
    return isValid ? show(context, renderResetPage(token, { notice })) : show(context, resetExpiredPage, 410)
  })

  pages.post('/reset', async (context) => {
    const { form } = await readForm(context, tokenForm)
    if (!form.success) return show(context, renderResetPage(await readToken(context), { errors: toFieldErrors(form.error) }), 422)

    const outcome = await resetPassword(deps, { ...form.data, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'changed':
        return outcome.ended.length > 0
          ? show(context, passwordChangedPage(outcome.ended))
          : context.redirect('/auth/signin?notice=password-changed', 303)
      case 'expired':
        return show(context, resetExpiredPage, 410)
      case 'rejected':
        return show(context, renderResetPage(form.data.token, { errors: { password: outcome.problem } }), 422)
      case 'throttled':
        return show(context, renderResetPage(form.data.token, { errors: { form: throttled } }), 429)
    }
  })
}
