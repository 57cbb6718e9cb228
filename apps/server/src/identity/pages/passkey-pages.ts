import { accountPath, errorCatalog, uuid } from '@linkshelf/contract'
import { getCookie } from 'hono/cookie'
import { AppError, requireRecentSignIn } from '../../access/index.ts'
import { parseUserAgent } from '../../clicks/index.ts'
import { listOrganizationsRequiringSecondFactor } from '../../organizations/index.ts'
import {
  type AdditionOutcome,
  addPasskey,
  createAdditionOptions,
  getPasskey,
  maxPasskeys,
  removePasskey,
  renamePasskey,
} from '../passkeys/passkeys.ts'
import { signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts'
import { getProfile } from '../profile/profile.ts'
import { selectPasskeys } from '../tables/passkey-table.ts'
import type { AccountContext } from './account-pages.ts'
import { passkeyNameForm, readField, readForm, toFieldErrors } from './auth-form-schemas.ts'
import { type AuthPages, type AuthSite, findDestination, type PageContext, type PageStatus } from './auth-site.ts'
import { maxAnswerLength, withRecentAccount } from './confirm-user-pages.ts'
import type { FieldErrors, FormState } from './form-fields.ts'
import { describeBrowserCookie } from './offer-passkey.ts'
import { addPasskeyPage, passkeysPath, removePasskeyPage, renamePasskeyPage } from './passkey-forms.ts'
import { renderSignInPage } from './render-sign-in-page.ts'

const signInProblems = {
  unknown: 'This passkey is not known here. Sign in with your password.',
  rejected: 'This passkey could not be used. Try again, or use your password.',
  throttled: errorCatalog.TOO_MANY_REQUESTS.message,
  disabled: errorCatalog.ACCOUNT_DISABLED.message,
} as const

const additionProblems: Record<Exclude<AdditionOutcome, 'added'>, string> = {
  rejected: 'This passkey could not be added. Try again.',
  exists: 'This passkey belongs to an account already.',
  full: `You can have up to ${maxPasskeys} passkeys. Remove one that you no longer use.`,
}

/** Adds the pages on which users sign in with a passkey, and manage their passkeys. */
export function addPasskeyPages(pages: AuthPages, site: AuthSite): void {
  addPasskeySignIn(pages, site)
  addNewPasskeyPage(pages, site)
  addPasskeyChangePages(pages, site)
}

function addPasskeySignIn(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  // After an error, the address bar has the address of the form. A user may open it again.
  pages.get('/signin/passkey', (context) => context.redirect('/auth/signin', 303))

  pages.post('/signin/passkey', async (context) => {
    const to = await readField(context, 'to')
    const destination = findDestination(to)
    const showProblem = (problem: keyof typeof signInProblems, status: PageStatus = 422) => {
      const state = { errors: { form: signInProblems[problem] } }
      return show(context, renderSignInPage(site, context, state, destination && to), status)
    }
    const browserId = getCookie(context, describeBrowserCookie(deps.origins.app).name) ?? ''
    const answer = await readField(context, 'answer', maxAnswerLength)
    const outcome = await signInWithPasskey(deps, { answer, browserId, request: site.toFormRequest(context) })
    if (outcome.kind === 'throttled') return showProblem('throttled', 429)
    if (outcome.kind === 'disabled') return showProblem('disabled', errorCatalog.ACCOUNT_DISABLED.status)
    if (outcome.kind !== 'signed-in') return showProblem(outcome.kind)
    const location = await site.startSession(context, outcome.signIn, destination)
    return location === undefined ? showProblem('rejected') : context.redirect(location, 303)
  })
}

function addNewPasskeyPage(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const next = `${passkeysPath}/new`
  const path = next.replace('/auth', '')

  const showForm = async (context: PageContext, ctx: AccountContext, state: FormState, status?: PageStatus) => {
    const options = await createAdditionOptions(deps, ctx)
    if (options === undefined) return context.redirect(accountPath, 303)
    const { email_confirmed: isConfirmed } = await getProfile(ctx)
    return show(
      context,
      addPasskeyPage({ options, removedByConfirmation: deps.mail.reachesRecipients === true && !isConfirmed }, state),
      status,
    )
  }

  pages.get(path, (context) =>
    withRecentAccount(site, context, next, (ctx) => showForm(context, ctx, { typed: { name: suggestName(context) } })),
  )

  pages.post(path, (context) =>
    withRecentAccount(site, context, next, async (ctx) => {
      const { typed, form } = await readForm(context, passkeyNameForm)
      const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
        showForm(context, ctx, { ...(typed && { typed }), errors }, status)
      if (!form.success) return showErrors(toFieldErrors(form.error))
      try {
        const answer = await readField(context, 'answer', maxAnswerLength)
        const outcome = await addPasskey(deps, ctx, { answer, name: form.data.name })
        if (outcome !== 'added') return await showErrors({ form: additionProblems[outcome] })
      } catch (error) {
        return showErrors({ form: getLimitMessage(error) }, 429)
      }
      return context.redirect(`${accountPath}?notice=passkey-added`, 303)
    }),
  )
}

/** Returns for example “Chrome on Windows”. */
function suggestName(context: PageContext): string {
  const { browser, os } = parseUserAgent((context.req.header('user-agent') ?? '').slice(0, 512))
  return browser !== '' && os !== '' ? `${browser} on ${os}` : browser || os || 'My passkey'
}

/** The id of no passkey. */
const missingId = '00000000-0000-0000-0000-000000000000'

function addPasskeyChangePages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const [renamePath, removePath] = ['rename', 'remove'].map((name) => `${passkeysPath}/${name}`.replace('/auth', '')) as [string, string]
  const readId = (context: PageContext) => uuid.safeParse(context.req.query('id')).data ?? missingId

  pages.get(renamePath, (context) =>
    withRecentAccount(site, context, accountPath, async (ctx) => show(context, renamePasskeyPage(await getPasskey(ctx, readId(context))))),
  )

  pages.post(renamePath, (context) =>
    withRecentAccount(site, context, accountPath, async (ctx) => {
      const passkey = await getPasskey(ctx, readId(context))
      const { typed, form } = await readForm(context, passkeyNameForm)
      const showErrors = (errors: FieldErrors, status: PageStatus = 422) =>
        show(context, renamePasskeyPage(passkey, { ...(typed && { typed }), errors }), status)
      if (!form.success) return showErrors(toFieldErrors(form.error))
      try {
        await renamePasskey(deps, ctx, { id: passkey.id, name: form.data.name })
      } catch (error) {
        return showErrors({ form: getLimitMessage(error) }, 429)
      }
      return context.redirect(`${accountPath}?notice=passkey-renamed`, 303)
    }),
  )

  const toRemovalPath = (context: PageContext) => `${passkeysPath}/remove?id=${readId(context)}`

  pages.get(removePath, (context) =>
    withRecentAccount(site, context, toRemovalPath(context), async (ctx) => {
      await requireRecentSignIn(ctx)
      return show(context, removePasskeyPage(await describeRemoval(ctx, await getPasskey(ctx, readId(context)))))
    }),
  )

  pages.post(removePath, (context) =>
    withRecentAccount(site, context, toRemovalPath(context), async (ctx) => {
      const passkey = await getPasskey(ctx, readId(context))
      try {
        await removePasskey(deps, ctx, passkey.id)
      } catch (error) {
        const errors = { form: getLimitMessage(error) }
        return show(context, removePasskeyPage(await describeRemoval(ctx, passkey), { errors }), 429)
      }
      return context.redirect(`${accountPath}?notice=passkey-removed`, 303)
    }),
  )
}

/** Adds the organizations that require a second factor, if the passkey is the account's only second factor. */
async function describeRemoval(ctx: AccountContext, { id, name }: { id: string; name: string }) {
  const { has_second_factor: hasTwoStep } = await getProfile(ctx)
  const isOnlyFactor = !hasTwoStep && (await selectPasskeys(ctx.db, ctx.actor.userId)).length === 1
  return { id, name, requiredBy: isOnlyFactor ? await listOrganizationsRequiringSecondFactor(ctx) : [] }
}

/** Returns the message of a reached limit. Throws any other error. */
function getLimitMessage(error: unknown): string {
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error.message
  throw error
}
