import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { createPostgresAttempts } from '../../platform/throttle/attempts.ts'
import { type Attempt, createThrottle, type RateLimit, type ReachedLimit, type Throttle } from '../../platform/throttle/throttle.ts'
import type { KnownDevices } from './known-devices.ts'

/** The properties of a form request that rate limits and the security log use. */
export interface FormRequest extends EventSource {
  /** The network that rate limits count for: an IPv4 address or an IPv6 /64. */
  network: string
  /** The cookie that `KnownDevices` reads and writes. */
  deviceCookie: string | undefined
  /** The first 512 characters of the header, or an empty string. */
  userAgent: string
}

/** Returns the part of the request that the security log contains. */
export function toEventSource({ requestId, address }: FormRequest): EventSource {
  return { requestId, address }
}

/** The throttle that all processes share. The security log records the attempts that it rejects. */
export interface LoggedThrottle extends Pick<Throttle, 'refund' | 'reset'> {
  consume(source: EventSource, ...attempts: Attempt[]): Promise<ReachedLimit | undefined>
}

/**
 * Creates the throttle. `secret` keys the hash of each subject, so that the table contains neither email addresses nor
 * network addresses.
 */
export function createLoggedThrottle({ db, clock, log }: CoreDeps, secret: string): LoggedThrottle {
  const { consume, refund, reset } = createThrottle(createPostgresAttempts(db), clock, secret)
  return {
    async consume(source, ...attempts) {
      const reached = await consume(...attempts)
      if (reached !== undefined) logSecurityEvent(log, 'rate_limit.reached', { ...source, limit: reached.kind, subject: reached.subject })
      return reached
    },
    refund,
    reset,
  }
}

// The number of allowed attempts for each kind. Attempts are counted by the account that an address names, the
// request's network, or a device of the account.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * A device that signed in to the account before has only its own limit, so that guesses from elsewhere can't lock the
 * owner out. All other devices share three limits: few attempts on an account from one network, more attempts on the
 * account from all networks, and a number of attempts from one network on all accounts.
 */
export const signInLimits = {
  knownDevice: { kind: 'sign-in known device', max: 10, windowMs: 15 * minuteMs },
  accountFromNetwork: { kind: 'sign-in account and network', max: 10, windowMs: 15 * minuteMs },
  account: { kind: 'sign-in account', max: 100, windowMs: 15 * minuteMs },
  network: { kind: 'sign-in network', max: 60, windowMs: 15 * minuteMs },
} as const satisfies Record<string, RateLimit>

/**
 * Counts passkeys that did not sign anybody in. Nobody can guess a passkey, so the limit is only for the work that a
 * network causes.
 */
export const passkeySignInLimit: RateLimit = { kind: 'passkey sign-in network', max: 60, windowMs: 15 * minuteMs }

export const signUpLimit: RateLimit = { kind: 'sign-up network', max: 200, windowMs: hourMs }
/** Counts responses of other identity providers that did not sign anybody in. */
export const providerSignInLimit: RateLimit = { kind: 'provider sign-in network', max: 60, windowMs: 15 * minuteMs }
/** Counts requests to end sessions that no provider signed. */
export const logoutTokenLimit: RateLimit = { kind: 'logout token network', max: 60, windowMs: 15 * minuteMs }
/** A logout token is accepted once. The window is longer than a token is valid. */
export const logoutTokenUseLimit: RateLimit = { kind: 'logout token use', max: 1, windowMs: 10 * minuteMs }

export const tokenLimit: RateLimit = { kind: 'token network', max: 60, windowMs: hourMs }

/** Counts wrong passwords that a signed-in user enters, for example to change the password or to delete the account. */
export const passwordChangeLimit: RateLimit = { kind: 'password change user', max: 10, windowMs: 15 * minuteMs }

/** Counts wrong codes that a signed-in user enters to confirm who they are, or to change two-step sign-in. */
export const signedInCodeLimit: RateLimit = { kind: 'code user', max: 20, windowMs: 24 * hourMs }

/**
 * Limits wrong codes after the right password. Three of 1,000,000 codes are right at any time, so with 30 codes a day
 * the probability of a right code within a year is 3 %. A known device has a limit of its own, as for passwords.
 */
const codeLimits = {
  knownDevice: { kind: 'code known device', max: 20, windowMs: 24 * hourMs },
  account: { kind: 'code account', max: 30, windowMs: 24 * hourMs },
  network: { kind: 'code network', max: 60, windowMs: hourMs },
} as const satisfies Record<string, RateLimit>
/** Counts passkeys that did not confirm who the signed-in user is. */
export const passkeyConfirmLimit: RateLimit = { kind: 'passkey confirmation user', max: 10, windowMs: 15 * minuteMs }

/** Limits how often a user adds, renames or removes passkeys. */
export const passkeyChangeLimit: RateLimit = { kind: 'passkey change user', max: 30, windowMs: hourMs }

/** Limits the emails with a link that resets two-step sign-in. They need the password. */
export const resetLinkLimit: RateLimit = { kind: 'two-step reset emails', max: 4, windowMs: 24 * hourMs }

/** Limits how often a user asks for another email address. */
export const emailChangeLimit: RateLimit = { kind: 'email change user', max: 5, windowMs: hourMs }
export const nameChangeLimit: RateLimit = { kind: 'name change user', max: 20, windowMs: hourMs }

/**
 * Limits the emails that anyone can cause by signing up with an address, by requesting the emails again as the new
 * account's user, or by asking for an account to use the address. They don't use up the limit for forgotten passwords.
 */
const signUpEmailLimit: RateLimit = { kind: 'sign-up emails', max: 4, windowMs: hourMs }
const resetEmailLimits = {
  knownDevice: { kind: 'reset emails known device', max: 4, windowMs: hourMs },
  account: { kind: 'reset emails', max: 4, windowMs: hourMs },
} as const satisfies Record<string, RateLimit>
export const resetRequestLimit: RateLimit = { kind: 'reset network', max: 30, windowMs: hourMs }

/** Returns the attempts that are counted before this account's password is compared. */
export function listSignInAttempts(knownDevices: KnownDevices, email: string, { network, deviceCookie }: FormRequest): Attempt[] {
  const account = email.toLowerCase()
  const device = knownDevices.find(deviceCookie, account)
  if (device !== undefined) return [{ limit: signInLimits.knownDevice, subject: `${account}\0${device}` }]
  return [
    { limit: signInLimits.accountFromNetwork, subject: `${account}\0${network}` },
    { limit: signInLimits.account, subject: account },
    { limit: signInLimits.network, subject: network },
  ]
}

/** Returns the attempts that are counted before a code of this account is checked. */
export function listCodeAttempts(knownDevices: KnownDevices, email: string, { network, deviceCookie }: FormRequest): Attempt[] {
  const account = email.toLowerCase()
  const device = knownDevices.find(deviceCookie, account)
  if (device !== undefined) return [{ limit: codeLimits.knownDevice, subject: `${account}\0${device}` }]
  return [
    { limit: codeLimits.account, subject: account },
    { limit: codeLimits.network, subject: network },
  ]
}

export function toSignUpEmailAttempt(email: string): Attempt {
  return { limit: signUpEmailLimit, subject: email.toLowerCase() }
}

/** Returns the attempts that are counted for a request to reset this account's password. */
export function listResetAttempts(knownDevices: KnownDevices, email: string, { network, deviceCookie }: FormRequest): Attempt[] {
  const account = email.toLowerCase()
  const device = knownDevices.find(deviceCookie, account)
  if (device !== undefined) return [{ limit: resetEmailLimits.knownDevice, subject: `${account}\0${device}` }]
  return [
    { limit: resetRequestLimit, subject: network },
    { limit: resetEmailLimits.account, subject: account },
  ]
}
