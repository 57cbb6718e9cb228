import { createHmac, randomBytes } from 'node:crypto'
import { hasEqualBytes } from '../platform/has-equal-bytes.ts'

/** What the answer to a challenge is for: add a passkey, sign in, or confirm who the signed-in user is. */
export type ChallengePurpose = 'add' | 'sign in' | 'confirm'

/** Whose answer is accepted. For a sign-in it is a browser, for the other purposes a user in one session. */
export interface ChallengeScope {
  purpose: ChallengePurpose
  subject: string
}

/**
 * The challenges that authenticators sign. A challenge contains its time, random bits and a signature over both and its
 * scope. So the server stores nothing until a passkey has answered.
 */
export interface PasskeyChallenges {
  create(scope: ChallengeScope): string
  /** Returns when the challenge expires. Undefined if it is not ours, is for another scope, or has expired. */
  findExpiry(challenge: string, scope: ChallengeScope): Date | undefined
}

/** As long as an authorization request waits for a sign-in. */
export const challengeMs = 60 * 60_000

const timeBytes = 6
const saltBytes = 16
const signatureBytes = 32

/** The first key signs; every key verifies. */
export function createPasskeyChallenges(keys: readonly [string, ...string[]], clock: { now(): Date }): PasskeyChallenges {
  return {
    create(scope) {
      const signed = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(saltBytes)])
      signed.writeUIntBE(clock.now().getTime(), 0, timeBytes)
      return Buffer.concat([signed, sign(keys[0], signed, scope)]).toString('base64url')
    },
    findExpiry(challenge, scope) {
      const bytes = Buffer.from(challenge, 'base64url')
      // A text that decodes to the same bytes is not the same challenge, and would be accepted once more.
      if (bytes.length !== timeBytes + saltBytes + signatureBytes || bytes.toString('base64url') !== challenge) return undefined
      const [signed, signature] = [bytes.subarray(0, timeBytes + saltBytes), bytes.subarray(timeBytes + saltBytes)]
      if (!keys.some((key) => hasEqualBytes(signature, sign(key, signed, scope)))) return undefined
      const expiresAt = new Date(signed.readUIntBE(0, timeBytes) + challengeMs)
      return expiresAt > clock.now() ? expiresAt : undefined
    },
  }
}

function sign(key: string, signed: Buffer, { purpose, subject }: ChallengeScope): Buffer {
  return createHmac('sha256', key).update(`passkey challenge\0${purpose}\0${subject}\0`).update(signed).digest()
}
