// Users add, rename and remove passkeys. Adding and removing need a recent sign-in.
import { formatWait } from '@linkshelf/contract'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { fail, failRateLimited, mutate, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { ChallengePurpose, ChallengeScope } from '../passkey-challenges.ts'
import { getSessionUid } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import {
  deletePasskeys,
  insertPasskey,
  type PasskeyRow,
  selectOwnPasskey,
  selectPasskeys,
  updatePasskeyName,
} from '../tables/passkey-table.ts'
import { lockProfileForUpdate, selectAccount } from '../tables/user-table.ts'
import { passkeyChangeLimit } from '../throttle/rate-limits.ts'
import { enqueuePasskeyNotice } from './passkey-emails.ts'
import { parseRegistration } from './passkey-schemas.ts'
import { findRelyingParty } from './relying-party.ts'
import { toUserHandle } from './user-handle.ts'

export const maxPasskeys = 20

/** The algorithms of new passkeys by their COSE numbers: EdDSA, ES256 and RS256. Each authenticator has one of them. */
const algorithms = [-8, -7, -257]

type PasskeyDeps = Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'origins' | 'passkeyChallenges' | 'throttle'>

/** Returns the user's challenges for this purpose, which are for this session only. Throws SIGN_IN_REQUIRED. */
export function toOwnScope(ctx: UserContext, purpose: ChallengePurpose): ChallengeScope {
  return { purpose, subject: `${ctx.actor.userId}\0${getSessionUid(ctx) ?? fail('SIGN_IN_REQUIRED')}` }
}

/**
 * Returns what the browser needs to create a passkey. Returns undefined if browsers offer no passkeys for this site.
 * Throws REAUTHENTICATION_REQUIRED and SIGN_IN_REQUIRED.
 */
export async function createAdditionOptions(
  { db, origins, passkeyChallenges }: PasskeyDeps,
  ctx: UserContext,
): Promise<PublicKeyCredentialCreationOptionsJSON | undefined> {
  await requireRecentSignIn(ctx)
  const relyingParty = findRelyingParty(origins.app)
  if (relyingParty === undefined) return undefined
  const { userId } = ctx.actor
  const account = (await selectAccount(db, userId)) ?? fail('SIGN_IN_REQUIRED')
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Linkshelf',
    rpID: relyingParty.id,
    userID: new Uint8Array(Buffer.from(toUserHandle(userId), 'base64url')),
    userName: account.email,
    userDisplayName: account.full_name,
    challenge: new Uint8Array(Buffer.from(passkeyChallenges.create(toOwnScope(ctx, 'add')), 'base64url')),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: (await selectPasskeys(db, userId)).map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    timeout: 5 * 60_000,
  })
}

/** `full` means that the account has no room for another passkey. */
export type AdditionOutcome = 'added' | 'rejected' | 'exists' | 'full'

class AdditionError extends Error {
  readonly outcome: AdditionOutcome
  constructor(outcome: AdditionOutcome) {
    super(`The passkey is not added: ${outcome}`)
    this.outcome = outcome
  }
}

/**
 * Adds the passkey that the browser created, and emails the user. `answer` is the authenticator's answer as JSON.
 * Throws REAUTHENTICATION_REQUIRED, SIGN_IN_REQUIRED and TOO_MANY_REQUESTS.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  ctx: UserContext,
  { answer, name }: { answer: string; name: string },
): Promise<AdditionOutcome> {
  await requireRecentSignIn(ctx)
  await countChange(deps, ctx)
  const created = await verifyRegistration(deps, ctx, answer)
  if (created === undefined) return 'rejected'
  const { userId } = ctx.actor
  const passkey = { ...created, id: deps.ids.next(), user_id: userId, name, created_at: ctx.now }
  try {
    await mutate(ctx, { action: 'passkey.add', entity: 'passkey', entityId: passkey.id }, async (tx, change) => {
      await lockOwnAccount(tx, ctx)
      if ((await selectPasskeys(tx, userId)).length >= maxPasskeys) throw new AdditionError('full')
      if (!(await insertPasskey(tx, passkey))) throw new AdditionError('exists')
      change.after = { name, synced: passkey.is_backed_up }
      await enqueuePasskeyNotice(tx, userId, 'added')
    })
    return 'added'
  } catch (error) {
    if (error instanceof AdditionError) return error.outcome
    throw error
  }
}

/** Returns the columns of the created passkey. Returns undefined if the answer is not valid. */
async function verifyRegistration({ origins, passkeyChallenges }: PasskeyDeps, ctx: UserContext, answer: string) {
  const relyingParty = findRelyingParty(origins.app)
  const created = parseRegistration(answer)
  if (relyingParty === undefined || created === undefined) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, clientExtensionResults: {} },
      expectedChallenge: (challenge) => passkeyChallenges.findExpiry(challenge, toOwnScope(ctx, 'add')) !== undefined,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      is_backup_eligible: credentialDeviceType === 'multiDevice',
      is_backed_up: credentialBackedUp,
      transports: created.response.transports,
      aaguid,
    }
  } catch {
    // The library throws an untyped error for each field that is wrong, and does nothing else that can fail.
    return undefined
  }
}

/** Returns the user's passkey. Throws NOT_FOUND. */
export async function getPasskey({ db, actor }: UserContext, id: string): Promise<PasskeyRow> {
  return (await selectOwnPasskey(db, actor.userId, id)) ?? fail('NOT_FOUND')
}

/** Throws NOT_FOUND, SIGN_IN_REQUIRED and TOO_MANY_REQUESTS. */
export async function renamePasskey(deps: PasskeyDeps, ctx: UserContext, { id, name }: { id: string; name: string }): Promise<void> {
  await countChange(deps, ctx)
  await mutate(ctx, { action: 'passkey.rename', entity: 'passkey', entityId: id }, async (tx, change) => {
    await lockOwnAccount(tx, ctx)
    const before = (await selectOwnPasskey(tx, ctx.actor.userId, id)) ?? fail('NOT_FOUND')
    await updatePasskeyName(tx, ctx.actor.userId, id, name)
    change.before = { name: before.name }
    change.after = { name }
  })
}

/**
 * Removes the passkey and emails the user. Throws NOT_FOUND, REAUTHENTICATION_REQUIRED, SIGN_IN_REQUIRED and
 * TOO_MANY_REQUESTS.
 */
export async function removePasskey(deps: PasskeyDeps, ctx: UserContext, id: string): Promise<void> {
  await requireRecentSignIn(ctx)
  await countChange(deps, ctx)
  await mutate(ctx, { action: 'passkey.remove', entity: 'passkey', entityId: id }, async (tx, change) => {
    await lockOwnAccount(tx, ctx)
    const [name] = await deletePasskeys(tx, ctx.actor.userId, id)
    change.before = { name: name ?? fail('NOT_FOUND') }
    await enqueuePasskeyNotice(tx, ctx.actor.userId, 'removed')
  })
}

/** Locks the user's sessions and account, in the lock order of `mutate`. Throws SIGN_IN_REQUIRED. */
async function lockOwnAccount(tx: Tx, ctx: UserContext): Promise<void> {
  await requireSignedIn(tx, ctx)
  if ((await lockProfileForUpdate(tx, ctx.actor.userId)) === undefined) fail('SIGN_IN_REQUIRED')
}

/** Throws TOO_MANY_REQUESTS if the user changed passkeys too often. */
async function countChange({ throttle }: PasskeyDeps, { actor, requestId, address }: UserContext): Promise<void> {
  const reached = await throttle.consume({ requestId, address }, { limit: passkeyChangeLimit, subject: actor.userId })
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `You changed your passkeys often. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
}
