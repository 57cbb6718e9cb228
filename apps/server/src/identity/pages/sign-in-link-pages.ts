import { errorCatalog } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Page } from '../../layout/index.ts'
import { signInLinkPath, useSignInLink } from '../other-providers/sign-in-link.ts'
import { selectTokenOwner } from '../tables/email-token-table.ts'
import { readToken } from './auth-form-schemas.ts'
import { formPage, tokenField } from './auth-forms.ts'
import type { AuthPages, AuthSite } from './auth-site.ts'
import { type FormState, fixedEmailField } from './form-fields.ts'

/** Adds the page of the operator's sign-in links. Opening it changes nothing, because programs open links too. */
export function addSignInLinkPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const path = signInLinkPath.replace('/auth', '')

  pages.get(path, async (context) => {
    const token = context.req.query('token') ?? ''
    const owner = await selectTokenOwner(deps.db, 'sign_in_links', token, deps.clock.now())
    return owner === undefined ? show(context, linkExpiredPage, 410) : show(context, signInLinkPage({ token, email: owner.email }))
  })

  pages.post(path, async (context) => {
    const token = await readToken(context)
    const owner = await selectTokenOwner(deps.db, 'sign_in_links', token, deps.clock.now())
    const outcome = await useSignInLink(deps, { token, request: site.toFormRequest(context) })
    if (outcome.kind === 'signed-in') return site.signInBrowser(context, outcome.signIn)
    if (outcome.kind === 'expired' || owner === undefined) return show(context, linkExpiredPage, outcome.kind === 'expired' ? 410 : 429)
    const errors = { form: errorCatalog.TOO_MANY_REQUESTS.message }
    return show(context, signInLinkPage({ token, email: owner.email }, { errors }), 429)
  })
}

function signInLinkPage({ token, email }: { token: string; email: string }, state: FormState = {}): Page {
  return formPage(state, {
    heading: 'Sign in with a link',
    lead: 'The operator of this Linkshelf created the link. It works once.',
    action: signInLinkPath,
    fields: [tokenField(token), fixedEmailField(email)],
    button: 'Sign in',
  })
}

const linkExpiredPage: Page = {
  heading: 'This link no longer works',
  isError: true,
  body: html`<p class="lead">The link was already used, is older than ten minutes, or was replaced by another one.</p>
    <div class="actions"><a class="button" href="/auth/signin">Go to sign in</a></div>`,
}
