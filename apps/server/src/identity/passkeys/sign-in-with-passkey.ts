import type { PasskeyRequest } from '@linkshelf/contract'
import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { VerifiedSignIn } from '../accounts/verified-sign-in.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isSettledPasskey } from '../tables/passkey-table.ts'
import { type FormRequest, passkeySignInLimit, toEventSource } from '../throttle/rate-limits.ts'
import { parseAssertion } from './passkey-schemas.ts'
import { findRelyingParty } from './relying-party.ts'
import { verifyAssertion } from './verify-assertion.ts'

/** `rejected` means that the same passkey may sign in with a new challenge. */
export type PasskeySignInOutcome =
  | { kind: 'signed-in'; signIn: VerifiedSignIn }
  | { kind: 'unknown' }
  | { kind: 'rejected' }
  | { kind: 'disabled' }
  | { kind: 'throttled' }

export interface PasskeySignInAttempt {
  /** The authenticator's answer as JSON. */
  answer: string
  /** The random id of the browser that got the challenge. */
  browserId: string
  request: FormRequest
}

/** Returns what this browser needs to sign in. Returns undefined if browsers offer no passkeys for this site. */
export function createSignInOptions(
  { origins, passkeyChallenges }: Pick<IdentityDeps, 'origins' | 'passkeyChallenges'>,
  browserId: string,
): PasskeyRequest | undefined {
  const relyingParty = findRelyingParty(origins.app)
  if (relyingParty === undefined) return undefined
  const challenge = passkeyChallenges.create({ purpose: 'sign in', subject: browserId })
  return { challenge, rpId: relyingParty.id, userVerification: 'required' }
}

/** Signs a user in with a passkey alone, because the authenticator verified the user by a fingerprint or a PIN. */
export async function signInWithPasskey(
  deps: IdentityDeps,
  { answer, browserId, request }: PasskeySignInAttempt,
): Promise<PasskeySignInOutcome> {
  const source: EventSource = toEventSource(request)
  const attempt = { limit: passkeySignInLimit, subject: request.network }
  if ((await deps.throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const assertion = parseAssertion(answer)
  if (assertion === undefined) return { kind: 'rejected' }
  const outcome = await verifyAssertion(deps, source, { assertion, scope: { purpose: 'sign in', subject: browserId } })
  if (outcome.kind !== 'verified') return outcome

  await deps.throttle.refund(attempt)
  const { passkey } = outcome
  const isKnownDevice = deps.knownDevices.find(request.deviceCookie, passkey.email) !== undefined
  const event = { ...source, isKnownDevice, method: 'passkey' } as const
  if (passkey.disabled_at !== null) {
    logSecurityEvent(deps.log, 'sign_in.failed', { ...event, account: deps.hashEmail(passkey.email) })
    return { kind: 'disabled' }
  }
  logSecurityEvent(deps.log, 'sign_in.succeeded', { ...event, userId: passkey.user_id })
  const isValid = () => isSettledPasskey(deps.db, passkey)
  return { kind: 'signed-in', signIn: { userId: passkey.user_id, email: passkey.email, methods: ['passkey'], isValid } }
}
