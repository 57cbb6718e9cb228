import type { Page } from '../../layout/index.ts'
import { signInPage } from './auth-forms.ts'
import type { AuthSite, PageContext } from './auth-site.ts'
import type { FormState } from './form-fields.ts'
import { offerPasskey } from './offer-passkey.ts'

/**
 * Renders the sign-in page with every way to sign in that this site has. `destination` names the page that follows,
 * instead of the dashboard.
 */
export function renderSignInPage(site: AuthSite, context: PageContext, state: FormState = {}, destination?: string): Page {
  const { deps, choice } = site
  const passkeyForm = choice.isOnly ? undefined : offerPasskey(site, context, destination)
  return signInPage(deps.signUps, state, { destination, passkeyForm, choice })
}
