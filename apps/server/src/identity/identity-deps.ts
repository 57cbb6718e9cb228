import type { SignUpMode } from '@linkshelf/contract'
import type { AccessRevocations } from '../access/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import type { ClientDescriber } from './client-describer.ts'
import type { PendingSignIns } from './codes/pending-sign-in.ts'
import type { KeyCipher } from './keys/key-cipher.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import type { ProviderClient } from './provider-clients/provider-client.ts'
import type { SignedValues } from './signed-values.ts'
import type { KnownDevices } from './throttle/known-devices.ts'
import type { LoggedThrottle } from './throttle/rate-limits.ts'

export interface IdentityDeps extends MailDeps {
  throttle: LoggedThrottle
  knownDevices: KnownDevices
  clients: ClientDescriber
  pendingSignIns: PendingSignIns
  /** Encrypts the keys of users' authenticator apps. */
  keyCipher: KeyCipher
  passkeyChallenges: PasskeyChallenges
  /** Returns the keyed hash that stands for an email address in the security log. */
  hashEmail(email: string): string
  /** A hash that no password matches. */
  unmatchableHash: string
  signUps: SignUpMode
  /** How many accounts per hour a network may create without confirming the address first. */
  instantSignUpsPerHour: number
  passwordMinLength: number
  accessRevocations: AccessRevocations
  /** Other identity providers with which users can sign in. */
  providers: readonly ProviderClient[]
  /** Whether users sign in only with the other identity providers. */
  isProviderOnly: boolean
  signedValues: SignedValues
}
