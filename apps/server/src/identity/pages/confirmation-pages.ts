import { errorCatalogue } from '@linkshelf/contract'
import { confirmEmail } from '../confirmation/confirm-email.ts'
import { confirmEmailPath } from '../emails/email-jobs.ts'
import { selectConfirmationOwner } from '../tables/email-token-table.ts'
import { fieldErrorsOf, readForm, tokenForm } from './auth-form-schemas.ts'
import { confirmEmailPage } from './auth-forms.ts'
import { emailConfirmationExpiredPage, emailConfirmedPage } from './auth-notices.ts'
import type { AuthPages, AuthSite } from './auth-site.ts'

const path = confirmEmailPath.replace('/auth', '')

/** Confirms the address of an account. Opening the link changes nothing: programs that scan mail open it too. */
export function addConfirmationPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site

  pages.get(path, async (context) => {
    const token = context.req.query('token') ?? ''
    const owner = await selectConfirmationOwner(deps.db, token, deps.clock.now())
    return owner === undefined
      ? show(context, emailConfirmationExpiredPage, 410)
      : show(context, confirmEmailPage({ email: owner.email, token }))
  })

  pages.post(path, async (context) => {
    const { values, form } = await readForm(context, tokenForm)
    const owner = await selectConfirmationOwner(deps.db, values.token, deps.clock.now())
    if (owner === undefined) return show(context, emailConfirmationExpiredPage, 410)
    const about = { email: owner.email, token: values.token }
    if (!form.success) return show(context, confirmEmailPage(about, { errors: fieldErrorsOf(form.error) }), 422)

    const outcome = await confirmEmail(deps, { ...form.data, requester: site.requesterOf(context) })
    switch (outcome.kind) {
      case 'confirmed':
        return show(context, emailConfirmedPage(outcome.ended, (await site.startSession(context, outcome)) ?? '/auth/signin'))
      case 'expired':
        return show(context, emailConfirmationExpiredPage, 410)
      case 'wrong-password':
        return show(context, confirmEmailPage(about, { errors: { password: 'This is not the password of this account.' } }), 422)
      case 'throttled':
        return show(context, confirmEmailPage(about, { errors: { form: errorCatalogue.TOO_MANY_REQUESTS.message } }), 429)
    }
  })
}
