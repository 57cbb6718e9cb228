// The operator manages accounts by `linkshelf user`. No password is typed on the command line. Instead, the command
// prints a link to a page where the user sets a password. The link works once and for a day.
import type { UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent, mutate, mutateTogether, type RequestContext, read } from '../access/index.ts'
import { selectJoinedOrganizations } from '../organizations/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { StartError } from '../platform/process/start-error.ts'
import { createAccount } from './accounts/sign-up.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { signUpForm } from './pages/auth-form-schemas.ts'
import { createUnmatchableHash } from './passwords/password-hash.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { createEmailToken, deleteUserTokens, insertUserToken } from './tables/email-token-table.ts'
import { lockSessionsForUpdate } from './tables/session-table.ts'
import { type Credentials, lockProfileForUpdate, selectCredentials, updateDisabled } from './tables/user-table.ts'

const linkMs = 24 * 60 * 60_000
const operator = { kind: 'system', name: 'linkshelf user' } as const

/**
 * Creates an account with its own organization, whatever SIGN_UPS says. The address counts as confirmed because the
 * operator vouches for it. Returns the path at which the user sets a password. Throws StartError.
 */
export async function createUser(deps: CoreDeps, given: { email: string; fullName: string }): Promise<string> {
  const parsed = signUpForm.pick({ email: true, full_name: true }).safeParse({ email: given.email, full_name: given.fullName })
  if (!parsed.success) throw new StartError(parsed.error.issues.map(({ message }) => message).join(' '))
  const { email, full_name: fullName } = parsed.data
  const account = { email, fullName, passwordHash: await createUnmatchableHash(), isEmailConfirmed: true }
  const userId = await createAccount(deps, account, operator)
  if (userId === undefined) throw new StartError(`The address ${email} has an account, or had one within the last seven days.`)
  const ctx = commandContext(deps, userId)
  logSecurityEvent(deps.log, 'sign_up.succeeded', { requestId: ctx.requestId, userId })
  return createPasswordLink(ctx)
}

/**
 * Returns the path at which the user sets a new password, which signs the user out everywhere. The current password
 * works until then. Links from earlier commands and emails stop working now. Throws StartError if the account is
 * disabled.
 */
export async function resetUser(deps: CoreDeps, email: string): Promise<string> {
  const user = await getCredentials(deps, email)
  if (user.disabled_at !== null) throw new StartError(`The account of ${email} is disabled. Enable it first.`)
  return createPasswordLink(commandContext(deps, user.id))
}

async function createPasswordLink(ctx: CommandContext): Promise<string> {
  const { id } = ctx.account
  const token = createEmailToken()
  await mutate(ctx, { action: 'user.create_password_link', entity: 'user', entityId: id }, async (tx) => {
    await lockProfileForUpdate(tx, id)
    await deleteUserTokens(tx, 'password_resets', id)
    await insertUserToken(tx, 'password_resets', token, id, new Date(ctx.now.getTime() + linkMs))
  })
  return `/auth/reset?token=${token}`
}

/**
 * Ends the user's sessions, API keys and emailed links, and rejects sign-ins until the account is enabled. The user's
 * short links and pages are still served. Returns how many sessions and keys ended. Throws StartError.
 */
export async function disableUser(
  deps: CoreDeps,
  { inJoinedOrganization }: IdentityDeps['accessRevocations'],
  email: string,
): Promise<{ sessions: number; revoked: number }> {
  const { id } = await getCredentials(deps, email)
  const ctx = commandContext(deps, id)
  const organizations = await read(ctx, (tx) => selectJoinedOrganizations(tx, id))
  return mutateTogether(ctx.db, async (step, inspect) => {
    let revoked = 0
    for (const organization of organizations)
      for (const revoke of inJoinedOrganization)
        revoked += (await revoke({ step, inspect, userId: id, ctx: { ...ctx, organization: { id: organization.id } } })).length
    return step(ctx, { action: 'user.disable', entity: 'user', entityId: id }, async (tx, change) => {
      await lockSessionsForUpdate(tx, id) // in the lock order of `mutate`
      await updateDisabled(tx, id, ctx.now)
      for (const table of ['password_resets', 'email_confirmations', 'sign_in_links'] as const) await deleteUserTokens(tx, table, id)
      const sessions = await endAllSessions(tx, id, ctx.now)
      change.after = { sessions, revoked }
      return { sessions, revoked }
    })
  })
}

/** Lets the user sign in again, with the earlier password. Throws StartError. */
export async function enableUser(deps: CoreDeps, email: string): Promise<void> {
  const { id } = await getCredentials(deps, email)
  await mutate(commandContext(deps, id), { action: 'user.enable', entity: 'user', entityId: id }, (tx) => updateDisabled(tx, id, null))
}

type CommandContext = RequestContext & { actor: typeof operator; account: { id: UserId } }

function commandContext(deps: CoreDeps, id: UserId): CommandContext {
  return { ...createRequestContext(deps, { actor: operator, source: 'command' }), account: { id } }
}

async function getCredentials({ db }: CoreDeps, email: string): Promise<Credentials> {
  const user = await selectCredentials(db, email)
  if (user === undefined) throw new StartError(`There is no account with the address ${email}.`)
  return user
}
