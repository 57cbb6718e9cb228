import type { BlockList } from 'node:net'
import { accountPath, errorCatalog } from '@linkshelf/contract'
import { Hono, type MiddlewareHandler } from 'hono'
import { limitBody } from '../../platform/http/limit-body.ts'
import { toRequestId } from '../../platform/http/response-headers.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { ConnectionTimeoutError } from '../../platform/postgres/connection-slots.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { passwordMessages } from '../passwords/password-rules.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { addAccountPages } from './account-pages.ts'
import { MalformedFormError } from './auth-form-schemas.ts'
import { signInPage } from './auth-forms.ts'
import { foreignFormPage, internalErrorPage, malformedFormPage, notFoundPage } from './auth-notices.ts'
import { type AuthPages, type AuthSite, createAuthSite, type PageContext } from './auth-site.ts'
import { addCodePages } from './code-pages.ts'
import { addConfirmUserPages } from './confirm-user-pages.ts'
import { addDisconnectProviderPages } from './disconnect-provider-pages.ts'
import { addJoinAccountPages } from './join-account-pages.ts'
import { passkeysPath } from './passkey-forms.ts'
import { addPasskeyPages } from './passkey-pages.ts'
import { addProviderPages } from './provider-pages.ts'
import { renderSignInPage } from './render-sign-in-page.ts'
import { addSecondFactorPages } from './second-factor-pages.ts'
import { addSecondFactorResetPages } from './second-factor-reset-pages.ts'
import { addSignInLinkPages } from './sign-in-link-pages.ts'
import { addPasswordPages, addSignInPages } from './sign-in-pages.ts'
import { addConfirmationPages, addJoinPages, addSignUpPages } from './sign-up-pages.ts'

export type { AuthPages }

const maxFormBytes = 16_384

/**
 * Serves the pages under `/auth`. Each form works without scripts. If a field is invalid, the form is shown again with
 * the typed values, except passwords. `addRoutes` adds routes that are not pages, with the same checks.
 */
export function createAuthPages(
  deps: IdentityDeps,
  sessions: BrowserSessions,
  { trustedProxies, addRoutes }: { trustedProxies: BlockList; addRoutes(pages: AuthPages, site: AuthSite): void },
): AuthPages {
  const site = createAuthSite(deps, sessions, trustedProxies)
  const pages: AuthPages = new Hono()

  pages.onError((error, context) => {
    if (error instanceof MalformedFormError) return site.show(context, malformedFormPage, 400)
    const { requestId } = context.var
    deps.log.error({ err: error, requestId, path: context.req.path }, 'A sign-in page failed')
    if (error instanceof ConnectionTimeoutError) {
      context.header('retry-after', String(error.retryAfterSeconds))
      return site.show(context, internalErrorPage(requestId), 503)
    }
    return site.show(context, internalErrorPage(requestId), 500)
  })
  // If the pages are part of the app, the app has already set the request id.
  pages.use((context, next) => {
    context.set('requestId', context.get('requestId') ?? toRequestId(context.req.header('x-correlation-id')))
    return next()
  })
  pages.use(rejectForeignForms(deps.origins.app, (context) => site.show(context, foreignFormPage, 403)))
  pages.use(
    limitBody(maxFormBytes, {
      broken: (context) => site.show(context, malformedFormPage, 400),
      tooLarge: (context) =>
        site.show(
          context,
          signInPage(deps.signUps, { errors: { form: errorCatalog.REQUEST_TOO_LARGE.message } }, { choice: site.choice }),
          413,
        ),
    }),
  )
  if (deps.isProviderOnly) replacePasswordPages(pages, site)
  addSignInPages(pages, site)
  addSignUpPages(pages, site)
  addConfirmationPages(pages, site)
  addJoinPages(pages, site)
  addPasswordPages(pages, site)
  addAccountPages(pages, site)
  addSecondFactorPages(pages, site)
  addCodePages(pages, site)
  addSecondFactorResetPages(pages, site)
  addConfirmUserPages(pages, site)
  addPasskeyPages(pages, site)
  addDisconnectProviderPages(pages, site)
  addRoutes(pages, site)
  addJoinAccountPages(pages, site)
  addProviderPages(pages, site)
  addSignInLinkPages(pages, site)
  pages.get('/', (context) => context.redirect('/auth/signin', 303))
  pages.all('*', (context) => site.show(context, notFoundPage, 404))
  return pages
}

/** Pages that create a password, reset it or sign in with it. */
const passwordPaths = ['/signup', '/confirm', '/forgot', '/reset']
/** Forms that sign in with a password or a passkey, or create a password. Their pages also offer other providers. */
const passwordForms = ['/signin', '/signin/passkey', '/join']

/**
 * Responds with 403 to every request that would sign in with a password or a passkey, or create a password. Redirects
 * pages that manage passkeys to the account. Must be added before the pages themselves.
 */
function replacePasswordPages(pages: AuthPages, site: AuthSite): void {
  const errors = { form: passwordMessages.providerOnly }
  const reject = (context: PageContext) => site.show(context, renderSignInPage(site, context, { errors }), 403)
  for (const path of passwordPaths) pages.all(path, reject)
  for (const path of passwordForms) pages.post(path, reject)
  pages.all(`${passkeysPath.replace('/auth', '')}/*`, (context) => context.redirect(accountPath, 303))
}

/** Responds with `reject` to each form from another origin, before the body is read. */
function rejectForeignForms(appOrigin: string, reject: MiddlewareHandler): MiddlewareHandler {
  return (context, next) => {
    const isSafe = context.req.method === 'GET' || context.req.method === 'HEAD'
    return isSafe || isSameOrigin(context.req.raw.headers, appOrigin) ? next() : reject(context, next)
  }
}
