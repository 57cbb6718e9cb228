import type { AuthPages, AuthSite, PageContext } from './auth-site.ts'
import { renderSignInPage } from './render-sign-in-page.ts'

/** Pages that create a password, reset it or sign in with it. */
const passwordPaths = ['/signup', '/confirm', '/confirm-email', '/forgot', '/reset']
/** Forms that sign in with a password or a passkey, or create a password. Their pages also offer other providers. */
const passwordForms = ['/signin', '/signin/passkey', '/join']

const message = 'Here you sign in with your identity provider only, without a password.'

/**
 * Responds with 403 to every request that would sign in with a password or a passkey, or create a password. Must be
 * added before the pages themselves.
 */
export function replacePasswordPages(pages: AuthPages, site: AuthSite): void {
  const reject = (context: PageContext) => site.show(context, renderSignInPage(site, context, { errors: { form: message } }), 403)
  for (const path of passwordPaths) pages.all(path, reject)
  for (const path of passwordForms) pages.post(path, reject)
}
