import { memberRoles, type UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent } from '../../access/index.ts'
import { applyGroupRole } from '../../organizations/index.ts'
import { createAccount } from '../accounts/sign-up.ts'
import { findJoinableInvitation, joinInvitingOrganization } from '../accounts/sign-up-with-invitation.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isAllowedAddress, type ProviderIdentity } from '../provider-clients/provider-identity.ts'
import type { ProviderSettings } from '../provider-clients/provider-settings.ts'
import {
  insertProviderSignIn,
  isSettledProviderSignIn,
  selectProviderAccountOwner,
  updateProviderAccountUse,
} from '../tables/provider-account-table.ts'
import { selectCredentials } from '../tables/user-table.ts'
import { type FormRequest, signUpLimit, toEventSource, toSignUpEmailAttempt } from '../throttle/rate-limits.ts'

/** Why a user of another provider can't sign in here. */
export type ProviderRejection =
  | 'account disabled'
  | 'address missing'
  | 'address of another domain'
  | 'address not verified'
  | 'address reserved'
  | 'invitation for another address'
  | 'no sign-ups'

export type ProviderSignInOutcome =
  | { kind: 'signed-in'; signIn: VerifiedSignIn }
  /** An account has the user's address, and its user has to prove that it is theirs. */
  | { kind: 'joinable'; email: string }
  | { kind: 'rejected'; reason: ProviderRejection }
  | { kind: 'throttled' }

export interface ProviderSignIn {
  identity: ProviderIdentity
  settings: ProviderSettings
  /** The name of the account if it is created. */
  fullName: string
  /** The token of the invitation from which the user came; empty if there is none. */
  invitation: string
  request: FormRequest
}

/**
 * Signs in the user to whom the account at the provider belongs. If it belongs to nobody, creates an account for it. If
 * the address has an account already, the outcome is `joinable`: an address alone never signs anybody in.
 */
export async function signInWithProvider(deps: IdentityDeps, given: ProviderSignIn): Promise<ProviderSignInOutcome> {
  const { identity, settings, request } = given
  if (!isAllowedAddress(settings, identity)) return reject(deps, given, 'address of another domain')
  const owner = await selectProviderAccountOwner(deps.db, identity)
  if (owner === undefined) return signUpWithProvider(deps, given)
  if (owner.disabled_at !== null) return reject(deps, given, 'account disabled')
  await updateProviderAccountUse(deps.db, identity, deps.clock.now())
  const isKnownDevice = deps.knownDevices.find(request.deviceCookie, owner.email) !== undefined
  logSecurityEvent(deps.log, 'sign_in.succeeded', { ...toEventSource(request), userId: owner.id, isKnownDevice, method: 'provider' })
  return { kind: 'signed-in', signIn: await createProviderSignIn(deps, given, { userId: owner.id, email: owner.email }) }
}

async function signUpWithProvider(deps: IdentityDeps, given: ProviderSignIn): Promise<ProviderSignInOutcome> {
  const { identity, fullName, request } = given
  const { email } = identity
  if (email === undefined) return reject(deps, given, 'address missing')
  if ((await selectCredentials(deps.db, email)) !== undefined)
    return identity.isEmailVerified ? { kind: 'joinable', email } : reject(deps, given, 'address not verified')

  const invitation = given.invitation === '' ? undefined : await findJoinableInvitation(deps, given.invitation)
  if (invitation !== undefined && invitation.email.toLowerCase() !== email.toLowerCase())
    return reject(deps, given, 'invitation for another address')
  const isAllowed = deps.signUps === 'open' || (deps.signUps === 'invite' && invitation !== undefined)
  if (!isAllowed) return reject(deps, given, 'no sign-ups')
  const source = toEventSource(request)
  if ((await deps.throttle.consume(source, { limit: signUpLimit, subject: request.network })) !== undefined) return { kind: 'throttled' }

  // The link of an invitation was sent to the address. Without a mail server, an address can't be confirmed later.
  const isEmailConfirmed = identity.isEmailVerified || invitation !== undefined || deps.mail.reachesRecipients !== true
  const userId = await createAccount(deps, {
    email,
    fullName,
    passwordHash: deps.unmatchableHash,
    isEmailConfirmed,
    sendsConfirmation: !isEmailConfirmed && (await deps.throttle.consume(source, toSignUpEmailAttempt(email))) === undefined,
    providerAccount: identity,
  })
  if (userId === undefined) {
    // Either a concurrent request created the account, or the address was another account's until recently.
    const owner = await selectProviderAccountOwner(deps.db, identity)
    return owner === undefined ? reject(deps, given, 'address reserved') : signInWithProvider(deps, given)
  }
  logSecurityEvent(deps.log, 'sign_up.succeeded', { ...source, userId })
  if (invitation !== undefined) await joinInvitingOrganization(deps, { userId, email, token: given.invitation, source })
  return { kind: 'signed-in', signIn: await createProviderSignIn(deps, given, { userId, email }) }
}

/**
 * Returns the sign-in of a user to whom the account at the provider belongs. Records the session at the provider, so
 * that the provider can end it, and gives the user the role of the groups.
 */
export async function createProviderSignIn(
  deps: IdentityDeps,
  { identity, settings: { groups }, request }: Pick<ProviderSignIn, 'identity' | 'settings' | 'request'>,
  { userId, email }: { userId: UserId; email: string },
): Promise<VerifiedSignIn & { providerSignInId: string }> {
  const id = deps.ids.next()
  if (groups !== undefined) {
    const ctx = createRequestContext(deps, { actor: { kind: 'system', name: 'groups' }, source: 'api', ...toEventSource(request) })
    const given = new Set(identity.groups.flatMap((group) => groups.roles.get(group) ?? []))
    const role = memberRoles.find((each) => given.has(each)) // the highest role comes first
    await applyGroupRole(ctx, { organizationId: groups.organizationId, userId, issuer: identity.issuer, role })
  }
  await insertProviderSignIn(deps.db, { ...identity, id, userId }, deps.clock.now())
  return { userId, email, methods: ['provider'], providerSignInId: id, isValid: () => isSettledProviderSignIn(deps.db, id) }
}

function reject({ log }: IdentityDeps, { identity, request }: ProviderSignIn, reason: ProviderRejection): ProviderSignInOutcome {
  logSecurityEvent(log, 'provider.rejected', { ...toEventSource(request), issuer: identity.issuer, reason })
  return { kind: 'rejected', reason }
}
