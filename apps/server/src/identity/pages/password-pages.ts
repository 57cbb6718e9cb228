import { errorCatalogue } from '@linkshelf/contract'
import { requestPasswordReset } from '../passwords/request-password-reset.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { hasValidPasswordReset } from '../tables/email-token-table.ts'
import { fieldErrorsOf, forgotForm, readForm, tokenForm, tokenIn } from './auth-form-schemas.ts'
import { forgotPage, resetPage } from './auth-forms.ts'
import { passwordChangedPage, resetExpiredPage, resetRequestedPage } from './auth-notices.ts'
import type { AuthPages, AuthSite } from './auth-site.ts'
import type { FormState } from './form-fields.ts'

const throttled = errorCatalogue.TOO_MANY_REQUESTS.message

export function addPasswordPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const pageOf = (token: string, state?: FormState) => resetPage({ token, minLength: deps.passwordMinLength }, state)

  pages.get('/forgot', (context) => show(context, forgotPage()))

  pages.post('/forgot', async (context) => {
    const { typed, form } = await readForm(context, forgotForm)
    if (!form.success) return show(context, forgotPage({ typed, errors: fieldErrorsOf(form.error) }), 422)

    const outcome = await requestPasswordReset(deps, { email: form.data.email, requester: site.requesterOf(context) })
    return outcome === 'requested'
      ? show(context, resetRequestedPage(form.data.email))
      : show(context, forgotPage({ typed, errors: { form: throttled } }), 429)
  })

  pages.get('/reset', async (context) => {
    const token = context.req.query('token') ?? ''
    const isValid = await hasValidPasswordReset(deps.db, token, deps.clock.now())
    return isValid ? show(context, pageOf(token)) : show(context, resetExpiredPage, 410)
  })

  pages.post('/reset', async (context) => {
    const { form } = await readForm(context, tokenForm)
    if (!form.success) return show(context, pageOf(await tokenIn(context), { errors: fieldErrorsOf(form.error) }), 422)

    const outcome = await resetPassword(deps, { ...form.data, requester: site.requesterOf(context) })
    switch (outcome.kind) {
      case 'changed':
        return outcome.ended.length > 0
          ? show(context, passwordChangedPage(outcome.ended))
          : context.redirect('/auth/signin?notice=password-changed', 303)
      case 'expired':
        return show(context, resetExpiredPage, 410)
      case 'rejected':
        return show(context, pageOf(form.data.token, { errors: { password: outcome.problem } }), 422)
      case 'throttled':
        return show(context, pageOf(form.data.token, { errors: { form: throttled } }), 429)
    }
  })
}
