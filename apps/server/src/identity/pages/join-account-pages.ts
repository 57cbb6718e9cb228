import { errorCatalog, recentSignInMs, type UserId } from '@linkshelf/contract'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { signIn } from '../accounts/sign-in.ts'
import { joinAccount } from '../other-providers/join-account.ts'
import { createProviderSignIn } from '../other-providers/sign-in-with-provider.ts'
import { isCurrentPassword } from '../passwords/password-hash.ts'
import { findSignedInAccount, type SignIn } from '../provider/signed-in-account.ts'
import { selectAuthenticatedAt } from '../tables/session-table.ts'
import { selectCredentials } from '../tables/user-table.ts'
import { readForm, toFieldErrors, tokenForm } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageContext, PageStatus } from './auth-site.ts'
import type { FieldErrors } from './form-fields.ts'
import { joinAccountPath } from './provider-buttons.ts'
import { deleteProviderCookie, readProviderCookie } from './provider-cookie.ts'
import { joinAccountPage } from './provider-forms.ts'
import { showProblem, startProviderSession } from './provider-pages.ts'

/** Shows that an account belongs to the user. `isProven` returns false if it does not show it any more. */
interface Proof {
  userId: UserId
  isProven(tx: Tx): Promise<boolean>
}

/**
 * Adds the page on which a user connects the account at another provider with an existing account. The user enters the
 * account's password, or has just signed in to the account in another way, for example with a passkey.
 */
export function addJoinAccountPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const path = joinAccountPath.replace('/auth', '')

  /** Returns the browser's unfinished sign-in, its provider, and the sign-in that makes the password unnecessary. */
  const findJoining = async (context: PageContext) => {
    const joining = readProviderCookie(site, context, 'joining')
    const provider = deps.providers.find(({ settings }) => settings.key === joining?.key)
    if (joining === undefined || provider === undefined) return undefined
    const { email, identity, to } = joining
    const recent = await findRecentSignIn(site, context, email)
    const { settings } = provider
    const page = { email, button: settings.button, needsPassword: recent === undefined, canReset: !deps.isProviderOnly }
    return { identity, settings, email, to, recent, page }
  }

  /** Reads the form's password, and returns the proof or the errors of the form. */
  const readPassword = async (context: PageContext, email: string): Promise<Proof | { errors: FieldErrors; status: PageStatus }> => {
    const { form } = await readForm(context, tokenForm)
    if (!form.success) return { errors: toFieldErrors(form.error), status: 422 }
    const outcome = await signIn(deps, { email, password: form.data.password, request: site.toFormRequest(context) })
    switch (outcome.kind) {
      case 'throttled':
        return { errors: { form: errorCatalog.TOO_MANY_REQUESTS.message }, status: 429 }
      case 'disabled':
        return { errors: { form: errorCatalog.ACCOUNT_DISABLED.message }, status: 403 }
      case 'wrong-password':
        return { errors: { password: 'This is not the password of this account.' }, status: 422 }
      case 'signed-in':
        return { userId: outcome.verified.userId, isProven: (tx) => isCurrentPassword({ db: tx }, outcome.verified) }
    }
  }

  const proveBySignIn = (recent: SignIn): Proof => ({
    userId: recent.userId,
    isProven: async (tx) => (await findSignedInAccount({ db: tx, clock: deps.clock }, recent)) !== undefined,
  })

  pages.get(path, async (context) => {
    const joining = await findJoining(context)
    return joining === undefined ? context.redirect('/auth/signin', 303) : show(context, joinAccountPage(joining.page))
  })

  pages.post(path, async (context) => {
    const joining = await findJoining(context)
    if (joining === undefined) return context.redirect('/auth/signin', 303)
    const { identity, settings, email, to, recent, page } = joining
    const request = site.toFormRequest(context)
    const proof = recent === undefined ? await readPassword(context, email) : proveBySignIn(recent)
    if ('errors' in proof) return show(context, joinAccountPage(page, { errors: proof.errors }), proof.status)
    const { userId } = proof
    deleteProviderCookie(site, context)
    if (!(await joinAccount(deps, { ...proof, identity, request })))
      return showProblem(site, context, 'The accounts could not be joined. Sign in again, and try once more.', 409)
    const joined = await createProviderSignIn(deps, { identity, settings, request }, { userId, email })
    return startProviderSession(site, context, { ...joined, methods: page.needsPassword ? ['password', 'provider'] : ['provider'] }, to)
  })
}

/** Returns the browser's sign-in if it is recent and to the account with this address. */
async function findRecentSignIn({ deps, sessions }: AuthSite, context: PageContext, email: string): Promise<SignIn | undefined> {
  const signedIn = await sessions.findSignIn(context.env.incoming, context.env.outgoing)
  if (signedIn?.sessionUid === undefined) return undefined
  const { userId, sessionUid, signedInAt } = signedIn
  const now = deps.clock.now()
  const authenticatedAt = (await selectAuthenticatedAt(deps.db, sessionUid, now)) ?? signedInAt
  const isRecent = now.getTime() - authenticatedAt.getTime() <= recentSignInMs
  return isRecent && (await selectCredentials(deps.db, email))?.id === userId ? signedIn : undefined
}
