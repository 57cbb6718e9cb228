import { secondFactorPath } from '@linkshelf/contract'
import { AppError } from '../../access/index.ts'
import { requestResetPath, stopResetPath } from '../codes/second-factor-emails.ts'
import { needsPassword } from '../passwords/password-hash.ts'
import { requestResetLink, startReset, stopReset, stopResetByToken } from '../second-factor/reset-second-factor.ts'
import { selectResetTokenUser } from '../tables/second-factor-reset-table.ts'
import { selectCredentialsByUserId } from '../tables/user-table.ts'
import { withAccount } from './account-pages.ts'
import { readForm, readToken, toFieldErrors, tokenForm } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageStatus } from './auth-site.ts'
import type { FieldErrors } from './form-fields.ts'
import { codeTimedOutPage } from './second-factor-forms.ts'
import {
  lostDevicePage,
  lostDevicePath,
  resetLinkExpiredPage,
  resetLinkSentPage,
  resetStartedPage,
  resetStoppedPage,
  startResetPage,
  stopResetPage,
} from './second-factor-reset-forms.ts'

/** Adds the pages that reset two-step sign-in for users without phone and recovery codes, and that stop the reset. */
export function addSecondFactorResetPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const [lost, request, stop] = [lostDevicePath, requestResetPath, stopResetPath].map((path) => path.replace('/auth', '')) as [
    string,
    string,
    string,
  ]

  pages.get(lost, async (context) =>
    (await site.findPendingSignIn(context)) === undefined ? context.redirect('/auth/signin', 303) : show(context, lostDevicePage()),
  )

  pages.post(lost, async (context) => {
    const pending = await site.findPendingSignIn(context)
    if (pending === undefined) return show(context, codeTimedOutPage, 410)
    const { userId } = pending
    return (await requestResetLink(deps, { userId, request: site.toFormRequest(context) }))
      ? show(context, resetLinkSentPage)
      : show(context, lostDevicePage({ errors: { form: 'We have sent you several emails already. Check your spam folder.' } }), 429)
  })

  /** Returns whether the link asks for a password. Returns undefined if the link no longer works. */
  const asksPassword = async (token: string): Promise<boolean | undefined> => {
    const userId = await selectResetTokenUser(deps.db, 'request', token, deps.clock.now())
    const user = userId && (await selectCredentialsByUserId(deps.db, userId))
    return user && needsPassword(deps, user)
  }

  pages.get(request, async (context) => {
    const token = context.req.query('token') ?? ''
    const isAsked = await asksPassword(token)
    return isAsked === undefined
      ? show(context, resetLinkExpiredPage, 410)
      : show(context, startResetPage({ token, asksPassword: isAsked }))
  })

  pages.post(request, async (context) => {
    const { values, form } = await readForm(context, tokenForm)
    const { token, password } = values
    const isAsked = (await asksPassword(token)) ?? true
    const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
      show(context, startResetPage({ token, asksPassword: isAsked }, { errors }), status)
    if (!form.success && isAsked) return showErrors(toFieldErrors(form.error))
    try {
      const dueAt = await startReset(deps, { token, password, request: site.toFormRequest(context) })
      return dueAt === undefined ? show(context, resetLinkExpiredPage, 410) : show(context, resetStartedPage(dueAt))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'TOO_MANY_REQUESTS') return showErrors({ form: error.message }, 429)
      if (error.code !== 'PASSWORD_WRONG') throw error
      return showErrors({ password: 'This is not the password of this account.' })
    }
  })

  pages.get(stop, async (context) => {
    const token = context.req.query('token') ?? ''
    const userId = await selectResetTokenUser(deps.db, 'stop', token, deps.clock.now())
    return userId === undefined ? show(context, resetLinkExpiredPage, 410) : show(context, stopResetPage(token))
  })

  pages.post(stop, async (context) => {
    const token = await readToken(context)
    try {
      const isStopped = await stopResetByToken(deps, { token, request: site.toFormRequest(context) })
      return isStopped ? show(context, resetStoppedPage) : show(context, resetLinkExpiredPage, 410)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error
      return show(context, stopResetPage(token, { errors: { form: error.message } }), 429)
    }
  })

  pages.post(`${secondFactorPath.replace('/auth', '')}/stop-reset`, (context) =>
    withAccount(site, context, async (ctx) => {
      await stopReset(ctx)
      return context.redirect(secondFactorPath, 303)
    }),
  )
}
