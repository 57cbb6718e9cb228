import type { SignUpMode } from '@linkshelf/contract'
import type { AccessRevocations } from '../access/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import type { KnownDevices } from './throttle/known-devices.ts'
import type { LoggedThrottle } from './throttle/rate-limits.ts'

/** The dependencies of this module's operations. */
export interface IdentityDeps extends MailDeps {
  throttle: LoggedThrottle
  knownDevices: KnownDevices
  /** Names an email address in the security log. */
  accountHash(email: string): string
  /** A hash that no password matches. */
  unmatchableHash: string
  /** Who can create an account. */
  signUps: SignUpMode
  /** The number of accounts per hour that one network may create without confirming the address first. */
  instantSignUpsPerHour: number
  /** How many characters a new password has at least. */
  passwordMinLength: number
  accessRevocations: AccessRevocations
}
