import { errorCatalogue } from '@linkshelf/contract'
import { confirmSignUp } from '../accounts/confirm-sign-up.ts'
import { signUp } from '../accounts/sign-up.ts'
import { passwordProblem } from '../passwords/password-rules.ts'
import { selectPendingSignUp } from '../tables/email-token-table.ts'
import { fieldErrorsOf, readForm, signUpForm, tokenForm, tokenIn } from './auth-form-schemas.ts'
import { confirmPage, signUpPage } from './auth-forms.ts'
import { confirmationExpiredPage, emailSentPage } from './auth-notices.ts'
import type { AuthPages, AuthSite } from './auth-site.ts'

const throttled = errorCatalogue.TOO_MANY_REQUESTS.message

export function addSignUpPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const minLength = deps.passwordMinLength

  pages.get('/signup', (context) => show(context, signUpPage(minLength)))

  pages.post('/signup', async (context) => {
    const { typed, values, form } = await readForm(context, signUpForm)
    const errors = form.success ? {} : fieldErrorsOf(form.error)
    // The password is checked even when another field is invalid, so that every field is corrected in one go.
    errors.password ??= passwordProblem(values.password, { email: values.email, fullName: values.full_name }, minLength)
    if (!form.success || errors.password !== undefined) return show(context, signUpPage(minLength, { typed, errors }), 422)

    const { email, full_name: fullName, password } = form.data
    const outcome = await signUp(deps, { email, fullName, password, requester: site.requesterOf(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, { verified: outcome.verified, email })
      case 'email-sent':
        return show(context, emailSentPage(email))
      case 'throttled':
        return show(context, signUpPage(minLength, { typed, errors: { form: throttled } }), 429)
    }
  })

  pages.get('/confirm', async (context) => {
    const token = context.req.query('token') ?? ''
    const pending = await selectPendingSignUp(deps.db, token, deps.clock.now())
    return pending === undefined ? show(context, confirmationExpiredPage, 410) : show(context, confirmPage(token))
  })

  pages.post('/confirm', async (context) => {
    const { form } = await readForm(context, tokenForm)
    if (!form.success) return show(context, confirmPage(await tokenIn(context), { errors: fieldErrorsOf(form.error) }), 422)

    const outcome = await confirmSignUp(deps, { ...form.data, requester: site.requesterOf(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, outcome)
      case 'expired':
        return show(context, confirmationExpiredPage, 410)
      case 'wrong-password':
        return show(context, confirmPage(form.data.token, { errors: { password: 'This is not the password you signed up with.' } }), 422)
      case 'throttled':
        return show(context, confirmPage(form.data.token, { errors: { form: throttled } }), 429)
    }
  })
}
