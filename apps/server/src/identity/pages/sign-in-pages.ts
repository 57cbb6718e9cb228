import { errorCatalogue, signInReason } from '@linkshelf/contract'
import { signIn } from '../accounts/sign-in.ts'
import { fieldErrorsOf, readForm, signInForm } from './auth-form-schemas.ts'
import { signInPage } from './auth-forms.ts'
import type { AuthPages, AuthSite } from './auth-site.ts'

const wrongCredentials = 'The email address or the password is incorrect.'
const notices: Record<string, string> = { 'password-changed': 'Your password was changed. Sign in with the new one.' }

export function addSignInPages(pages: AuthPages, site: AuthSite): void {
  const { deps, sessions, show } = site

  pages.get('/signin', async (context) => {
    const { incoming, outgoing } = context.env
    const notice = notices[context.req.query('notice') ?? '']
    const interaction = await sessions.findInteraction(incoming, outgoing)
    if (interaction?.prompt.name === 'consent') return context.redirect(await sessions.grantConsent(incoming, outgoing), 303)
    if (interaction === undefined && notice === undefined && (await sessions.isSignedIn(incoming, outgoing)))
      return context.redirect(`${deps.origins.app}/`, 303)
    const hint = interaction?.params.login_hint
    const hasExpired = interaction?.params[signInReason.parameter] === signInReason.sessionExpired
    const reason = hasExpired ? errorCatalogue.SIGN_IN_REQUIRED.message : undefined
    return show(context, signInPage({ notice: notice ?? reason, typed: { email: typeof hint === 'string' ? hint.slice(0, 254) : '' } }))
  })

  pages.post('/signin', async (context) => {
    const { typed, form } = await readForm(context, signInForm)
    if (!form.success) return show(context, signInPage({ typed, errors: fieldErrorsOf(form.error) }), 422)

    const outcome = await signIn(deps, { ...form.data, requester: site.requesterOf(context) })
    if (outcome.kind === 'throttled')
      return show(context, signInPage({ typed, errors: { form: errorCatalogue.TOO_MANY_REQUESTS.message } }), 429)
    const { email } = form.data
    const location = outcome.kind === 'signed-in' ? await site.startSession(context, { verified: outcome.verified, email }) : undefined
    return location === undefined
      ? show(context, signInPage({ typed, errors: { form: wrongCredentials } }), 422)
      : context.redirect(location, 303)
  })
}
