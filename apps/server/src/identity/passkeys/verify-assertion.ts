// Verifies the answer of a passkey to a challenge. Each answer is accepted once: the database records the answered
// challenge, and of two equal answers at the same time only one inserts the record. The counter of the passkey can't
// decide this, because most authenticators always report 0.
import type { PasskeyAssertion, UserId } from '@linkshelf/contract'
import { type EventSource, logSecurityEvent, type SecurityEvents } from '../../access/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { ChallengeScope } from '../passkey-challenges.ts'
import {
  insertUsedChallenge,
  type KnownPasskey,
  selectOwnPasskey,
  selectPasskeyByCredential,
  updatePasskeyUse,
} from '../tables/passkey-table.ts'
import { findRelyingParty } from './relying-party.ts'
import { toUserHandle } from './user-handle.ts'

type RejectionReason = SecurityEvents['passkey.rejected']['reason']

/** `rejected` means that a known passkey gave an answer that is not valid, for example because it came too late. */
export type AssertionOutcome = { kind: 'verified'; passkey: KnownPasskey } | { kind: 'unknown' } | { kind: 'rejected' }

export type PasskeyDeps = Pick<IdentityDeps, 'db' | 'clock' | 'log' | 'origins' | 'passkeyChallenges'>

export interface AnsweredChallenge {
  assertion: PasskeyAssertion
  scope: ChallengeScope
  /** The user whose passkeys are accepted. If undefined, every user's are. */
  owner?: UserId
}

/** Verifies the answer, and records the use of the passkey. The security log has the reason of each rejection. */
export async function verifyAssertion(
  deps: PasskeyDeps,
  source: EventSource,
  { assertion, scope, owner }: AnsweredChallenge,
): Promise<AssertionOutcome> {
  const passkey = await selectPasskeyByCredential(deps.db, Buffer.from(assertion.id, 'base64url'))
  const reason =
    passkey === undefined ? 'unknown' : await findRejection(deps, { assertion, scope, owner: owner ?? passkey.user_id, passkey })
  if (passkey !== undefined && reason === undefined) return { kind: 'verified', passkey }
  logSecurityEvent(deps.log, 'passkey.rejected', { ...source, userId: passkey?.user_id, reason: reason ?? 'unknown' })
  return { kind: passkey === undefined ? 'unknown' : 'rejected' }
}

/** Returns why the answer is not accepted. Returns undefined if it is accepted. */
async function findRejection(
  deps: PasskeyDeps,
  { assertion, scope, owner, passkey }: Required<AnsweredChallenge> & { passkey: KnownPasskey },
): Promise<RejectionReason | undefined> {
  const { db, clock, origins, passkeyChallenges } = deps
  const relyingParty = findRelyingParty(origins.app)
  const handle = toUserHandle(owner)
  if (relyingParty === undefined || passkey.user_id !== owner || (assertion.response.userHandle ?? handle) !== handle) return 'invalid'

  const challenge = findChallenge(assertion)
  const expiresAt = passkeyChallenges.findExpiry(challenge, scope)
  if (expiresAt === undefined) return 'old challenge'
  const verified = await verifySignature(assertion, { challenge, relyingParty, passkey })
  if (verified === undefined) return 'invalid'

  return db.transaction().execute(async (tx) => {
    if (!(await insertUsedChallenge(tx, challenge, expiresAt))) return 'used challenge'
    const isRecorded = await updatePasskeyUse(tx, passkey.id, { ...verified, usedAt: clock.now() })
    if (isRecorded) return undefined
    return (await selectOwnPasskey(tx, passkey.user_id, passkey.id)) === undefined ? 'unknown' : 'counter'
  })
}

/** Returns the challenge that the authenticator signed, or an empty string if there is none. */
function findChallenge({ response }: PasskeyAssertion): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

interface ExpectedAnswer {
  challenge: string
  relyingParty: NonNullable<ReturnType<typeof findRelyingParty>>
  passkey: KnownPasskey
}

/**
 * Checks origin, relying party, flags and signature. Returns what the authenticator reports. Returns undefined if
 * anything is wrong.
 */
async function verifySignature(
  assertion: PasskeyAssertion,
  { challenge, relyingParty, passkey }: ExpectedAnswer,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...assertion.response, userHandle: toUserHandle(passkey.user_id) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // The counter 0 lets every counter pass, because the update of the row decides about it.
      credential: { id: assertion.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    })
    return verified ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp } : undefined
  } catch {
    // The library throws an untyped error for each field that is wrong, and does nothing else that can fail.
    return undefined
  }
}
