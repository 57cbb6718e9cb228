import { AppError, createRequestContext } from '../../access/index.ts'
import { type CodeMethod, verifyCode } from '../codes/verify-code.ts'
import { recordFailedSignIn } from '../sessions/sign-in-history.ts'
import { listCodeAttempts, toEventSource } from '../throttle/rate-limits.ts'
import { codeForm, readField, readForm } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageStatus } from './auth-site.ts'
import type { FieldErrors } from './form-fields.ts'
import { codePage, codePath, codeTimedOutPage } from './second-factor-forms.ts'

const path = codePath.replace('/auth', '')

/** Adds the page between the password and the session, which asks for a code. */
export function addCodePages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site

  pages.get(path, async (context) => {
    const pending = await site.findPendingSignIn(context)
    if (pending === undefined) return context.redirect('/auth/signin', 303)
    return show(context, codePage({ email: pending.email, isRecovery: context.req.query('with') === 'recovery' }))
  })

  pages.post(path, async (context) => {
    const pending = await site.findPendingSignIn(context)
    if (pending === undefined) return show(context, codeTimedOutPage, 410)
    const isRecovery = context.req.query('with') === 'recovery'
    const { values } = await readForm(context, codeForm)
    const remembers = (await readField(context, 'remember')) === 'yes'
    const code = values.code.trim().slice(0, 100)
    const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
      show(context, codePage({ email: pending.email, isRecovery, remembers }, { errors, ...(isRecovery && { typed: { code } }) }), status)
    if (code === '') return showErrors({ code: isRecovery ? 'Enter a recovery code.' : 'Enter the code from your authenticator app.' })

    const request = site.toFormRequest(context)
    const actor = { kind: 'user', userId: pending.userId } as const
    const ctx = createRequestContext(deps, { actor, source: 'api', ...toEventSource(request) })
    const attempts = listCodeAttempts(deps.knownDevices, pending.email, request)
    let method: CodeMethod
    try {
      method = await verifyCode(deps, ctx, { code, attempts })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'TOO_MANY_REQUESTS') return showErrors({ form: error.message }, 429)
      if (error.code !== 'CODE_WRONG') throw error
      const methods = [...pending.methods, isRecovery ? ('recovery_code' as const) : ('totp' as const)]
      recordFailedSignIn(deps, { userId: pending.userId, methods, result: 'wrong_code' }, request)
      return showErrors({ code: isRecovery ? 'This recovery code is wrong, or it was already used.' : error.message })
    }
    return site.completeSignIn(context, pending, method, { remembers })
  })
}
