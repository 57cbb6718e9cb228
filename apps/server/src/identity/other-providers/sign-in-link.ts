// If an identity provider is down, the operator lets an owner sign in without it. `linkshelf owner sign-in` prints a
// link that works once and for ten minutes.
import type { UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent, mutate, read } from '../../access/index.ts'
import { selectJoinedOrganizations } from '../../organizations/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { StartError } from '../../platform/process/start-error.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import { enqueueSignInLinkEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { consumeUserToken, createEmailToken, deleteUserTokens, insertUserToken, selectTokenOwner } from '../tables/email-token-table.ts'
import { lockProfileForUpdate, selectCredentials, selectSettledCredentials } from '../tables/user-table.ts'
import { type FormRequest, toEventSource, tokenLimit } from '../throttle/rate-limits.ts'

export const signInLinkPath = '/auth/link'
const linkMs = 10 * 60_000

/**
 * Returns the path of a page that signs in to the account, and notifies its user by email. Links from earlier commands
 * stop working. Throws StartError if there is no such account, if it is disabled, or if it owns no organization.
 */
export async function createSignInLink(deps: CoreDeps, email: string): Promise<string> {
  const user = await selectCredentials(deps.db, email)
  if (user === undefined) throw new StartError(`There is no account with the address ${email}.`)
  if (user.disabled_at !== null) throw new StartError(`The account of ${email} is disabled. Enable it first.`)
  const actor = { kind: 'system', name: 'linkshelf owner sign-in' } as const
  const ctx = { ...createRequestContext(deps, { actor, source: 'command' }), account: { id: user.id } }
  const organizations = await read(ctx, (tx) => selectJoinedOrganizations(tx, user.id))
  if (!organizations.some(({ role }) => role === 'owner'))
    throw new StartError(`The account of ${email} owns no organization. The command is for owners; members sign in with the provider.`)
  const token = createEmailToken()
  await mutate(ctx, { action: 'user.create_sign_in_link', entity: 'user', entityId: user.id }, async (tx) => {
    await lockProfileForUpdate(tx, user.id)
    await deleteUserTokens(tx, 'sign_in_links', user.id)
    await insertUserToken(tx, 'sign_in_links', token, user.id, new Date(ctx.now.getTime() + linkMs))
    await enqueueSignInLinkEmail(tx, user.id)
  })
  return `${signInLinkPath}?token=${token}`
}

export type LinkOutcome = { kind: 'signed-in'; signIn: VerifiedSignIn } | { kind: 'expired' } | { kind: 'throttled' }

/** Uses up the link and returns the sign-in of its user. */
export async function useSignInLink(deps: IdentityDeps, { token, request }: { token: string; request: FormRequest }): Promise<LinkOutcome> {
  const { db, clock, log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }
  const owner = await selectTokenOwner(db, 'sign_in_links', token, clock.now())
  const isUsed = owner !== undefined && (await db.transaction().execute((tx) => consumeUserToken(tx, 'sign_in_links', token, clock.now())))
  if (!isUsed) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'sign-in link' })
    return { kind: 'expired' }
  }
  await throttle.refund(attempt)
  const isKnownDevice = deps.knownDevices.find(request.deviceCookie, owner.email) !== undefined
  logSecurityEvent(log, 'sign_in.succeeded', { ...source, userId: owner.id, isKnownDevice, method: 'operator_link' })
  return { kind: 'signed-in', signIn: toLinkSignIn(deps, owner) }
}

function toLinkSignIn({ db }: IdentityDeps, { id, email }: { id: UserId; email: string }): VerifiedSignIn {
  const isValid = async () => (await selectSettledCredentials(db, id)) !== undefined
  return { userId: id, email, methods: ['operator_link'], isValid }
}
