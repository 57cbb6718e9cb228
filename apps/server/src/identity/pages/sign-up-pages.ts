import { errorCatalog, invitationPath, joinPath, type SignUpMode } from '@linkshelf/contract'
import { confirmSignUp, signUp } from '../accounts/sign-up.ts'
import { findJoinableInvitation, signUpWithInvitation } from '../accounts/sign-up-with-invitation.ts'
import { toPasswordSignIn } from '../accounts/verified-sign-in.ts'
import { confirmEmail } from '../confirmation/confirm-email.ts'
import { confirmEmailPath } from '../emails/email-jobs.ts'
import { needsPassword } from '../passwords/password-hash.ts'
import { findPasswordProblem } from '../passwords/password-rules.ts'
import { selectPendingSignUp, selectTokenOwner, type TokenOwner } from '../tables/email-token-table.ts'
import { joinForm, readForm, readToken, signUpForm, toFieldErrors, tokenForm } from './auth-form-schemas.ts'
import { confirmEmailPage, confirmPage, joinPage, signUpPage } from './auth-forms.ts'
import {
  confirmationExpiredPage,
  emailConfirmationExpiredPage,
  emailConfirmedPage,
  emailSentPage,
  signUpRejectedPage,
} from './auth-notices.ts'
import type { AuthPages, AuthSite, PageContext } from './auth-site.ts'

/** Responds with 403 to every request for `path` if `modes` does not include the instance's sign-up mode. */
function admitSignUps(pages: AuthPages, { deps: { signUps }, show }: AuthSite, path: string, modes: readonly SignUpMode[]): void {
  if (!modes.includes(signUps)) pages.all(path, (context) => show(context, signUpRejectedPage(signUps), 403))
}

const throttled = errorCatalog.TOO_MANY_REQUESTS.message

export function addSignUpPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const minLength = deps.passwordMinLength
  for (const path of ['/signup', '/confirm']) admitSignUps(pages, site, path, ['open'])

  pages.get('/signup', (context) => show(context, signUpPage(minLength, {}, site.choice)))

  pages.post('/signup', async (context) => {
    const { typed, values, form } = await readForm(context, signUpForm)
    const errors = form.success ? {} : toFieldErrors(form.error)
    // The password is checked even if another field is invalid, so that the user sees every error at once.
    errors.password ??= findPasswordProblem(values.password, { email: values.email, fullName: values.full_name }, minLength)
    if (!form.success || errors.password !== undefined) return show(context, signUpPage(minLength, { typed, errors }, site.choice), 422)

    const { email, full_name: fullName, password } = form.data
    const outcome = await signUp(deps, { email, fullName, password, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, toPasswordSignIn(deps, outcome.verified, email))
      case 'email-sent':
        return show(context, emailSentPage(email))
      case 'disabled':
        return show(context, signUpPage(minLength, { typed, errors: { form: errorCatalog.ACCOUNT_DISABLED.message } }, site.choice), 403)
      case 'throttled':
        return show(context, signUpPage(minLength, { typed, errors: { form: throttled } }, site.choice), 429)
    }
  })

  pages.get('/confirm', async (context) => {
    const token = context.req.query('token') ?? ''
    const pending = await selectPendingSignUp(deps.db, token, deps.clock.now())
    return pending === undefined ? show(context, confirmationExpiredPage, 410) : show(context, confirmPage(token))
  })

  pages.post('/confirm', async (context) => {
    const { form } = await readForm(context, tokenForm)
    if (!form.success) return show(context, confirmPage(await readToken(context), { errors: toFieldErrors(form.error) }), 422)

    const outcome = await confirmSignUp(deps, { ...form.data, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, toPasswordSignIn(deps, outcome.verified, outcome.email))
      case 'expired':
        return show(context, confirmationExpiredPage, 410)
      case 'wrong-password':
        return show(context, confirmPage(form.data.token, { errors: { password: 'This is not the password you signed up with.' } }), 422)
      case 'throttled':
        return show(context, confirmPage(form.data.token, { errors: { form: throttled } }), 429)
    }
  })
}

const confirmationPath = confirmEmailPath.replace('/auth', '')

/**
 * Adds the pages that confirm an account's address. Opening the link changes nothing, because mail scanners open links
 * too.
 */
export function addConfirmationPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site

  /** Returns how the user of this browser can prove that the account is theirs. */
  const findProof = async (context: PageContext, owner: TokenOwner) => {
    const signedInUserId = (await site.sessions.findSignIn(context.env.incoming, context.env.outgoing))?.userId
    const proof = needsPassword(deps, owner) ? ('password' as const) : signedInUserId === owner.id ? ('sign-in' as const) : undefined
    return { signedInUserId, proof, canReset: !deps.isProviderOnly }
  }

  pages.get(confirmationPath, async (context) => {
    const token = context.req.query('token') ?? ''
    const owner = await selectTokenOwner(deps.db, 'email_confirmations', token, deps.clock.now())
    return owner === undefined
      ? show(context, emailConfirmationExpiredPage, 410)
      : show(context, confirmEmailPage({ email: owner.email, token, ...(await findProof(context, owner)) }))
  })

  pages.post(confirmationPath, async (context) => {
    const { values, form } = await readForm(context, tokenForm)
    const owner = await selectTokenOwner(deps.db, 'email_confirmations', values.token, deps.clock.now())
    if (owner === undefined) return show(context, emailConfirmationExpiredPage, 410)
    const proof = await findProof(context, owner)
    const { signedInUserId } = proof
    const about = { email: owner.email, token: values.token, ...proof }
    if (!form.success && proof.proof === 'password')
      return show(context, confirmEmailPage(about, { errors: toFieldErrors(form.error) }), 422)

    const { token, password } = values
    const outcome = await confirmEmail(deps, { token, password, signedInUserId, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'confirmed':
        return show(
          context,
          emailConfirmedPage(
            outcome.ended,
            (outcome.verified && (await site.startSession(context, toPasswordSignIn(deps, outcome.verified, outcome.email)))) ??
              '/auth/signin',
          ),
        )
      case 'expired':
        return show(context, emailConfirmationExpiredPage, 410)
      case 'sign-in-required':
        return show(context, confirmEmailPage(about), 403)
      case 'wrong-password':
        return show(context, confirmEmailPage(about, { errors: { password: 'This is not the password of this account.' } }), 422)
      case 'throttled':
        return show(context, confirmEmailPage(about, { errors: { form: errorCatalog.TOO_MANY_REQUESTS.message } }), 429)
    }
  })
}

const joinPagePath = joinPath.replace('/auth', '')

/**
 * Adds the sign-up pages for invited people. If the invitation can't be accepted, redirects to its page, which says
 * why.
 */
export function addJoinPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const minLength = deps.passwordMinLength
  const toInvitation = (context: PageContext, token: string) => context.redirect(`${invitationPath}${encodeURIComponent(token)}`, 303)
  admitSignUps(pages, site, joinPagePath, ['open', 'invite'])

  pages.get(joinPagePath, async (context) => {
    const token = context.req.query('token') ?? ''
    const invitation = await findJoinableInvitation(deps, token)
    return invitation === undefined
      ? toInvitation(context, token)
      : show(context, joinPage({ invitation, token, minLength, choice: site.choice }))
  })

  pages.post(joinPagePath, async (context) => {
    const { typed, values, form } = await readForm(context, joinForm)
    const invitation = await findJoinableInvitation(deps, values.token)
    if (invitation === undefined) return toInvitation(context, values.token.slice(0, 100))
    const about = { invitation, token: values.token, minLength, choice: site.choice }

    const errors = form.success ? {} : toFieldErrors(form.error)
    errors.password ??= findPasswordProblem(values.password, { email: invitation.email, fullName: values.full_name }, minLength)
    if (!form.success || errors.password !== undefined) return show(context, joinPage(about, { typed, errors }), 422)

    const { token, full_name: fullName, password } = form.data
    const outcome = await signUpWithInvitation(deps, { token, fullName, password, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, toPasswordSignIn(deps, outcome.verified, outcome.email))
      case 'closed':
        return toInvitation(context, token)
      case 'throttled':
        return show(context, joinPage(about, { typed, errors: { form: errorCatalog.TOO_MANY_REQUESTS.message } }), 429)
    }
  })
}
