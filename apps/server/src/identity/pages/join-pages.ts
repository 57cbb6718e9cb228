import { errorCatalogue, invitationPath, joinPath } from '@linkshelf/contract'
import { findJoinableInvitation, join } from '../accounts/join.ts'
import { passwordProblem } from '../passwords/password-rules.ts'
import { fieldErrorsOf, joinForm, readForm } from './auth-form-schemas.ts'
import { joinPage } from './auth-forms.ts'
import type { AuthPages, AuthSite, PageContext } from './auth-site.ts'

const path = joinPath.replace('/auth', '')

/** The sign-up of an invited person. An invitation that can't be accepted redirects to its page, which says why. */
export function addJoinPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const minLength = deps.passwordMinLength
  const toInvitation = (context: PageContext, token: string) => context.redirect(`${invitationPath}${encodeURIComponent(token)}`, 303)

  pages.get(path, async (context) => {
    const token = context.req.query('token') ?? ''
    const invitation = await findJoinableInvitation(deps, token)
    return invitation === undefined ? toInvitation(context, token) : show(context, joinPage({ invitation, token, minLength }))
  })

  pages.post(path, async (context) => {
    const { typed, values, form } = await readForm(context, joinForm)
    const invitation = await findJoinableInvitation(deps, values.token)
    if (invitation === undefined) return toInvitation(context, values.token.slice(0, 100))
    const about = { invitation, token: values.token, minLength }

    const errors = form.success ? {} : fieldErrorsOf(form.error)
    errors.password ??= passwordProblem(values.password, { email: invitation.email, fullName: values.full_name }, minLength)
    if (!form.success || errors.password !== undefined) return show(context, joinPage(about, { typed, errors }), 422)

    const { token, full_name: fullName, password } = form.data
    const outcome = await join(deps, { token, fullName, password, requester: site.requesterOf(context) })
    switch (outcome.kind) {
      case 'signed-in':
        return site.signInBrowser(context, outcome)
      case 'closed':
        return toInvitation(context, token)
      case 'throttled':
        return show(context, joinPage(about, { typed, errors: { form: errorCatalogue.TOO_MANY_REQUESTS.message } }), 429)
    }
  })
}
