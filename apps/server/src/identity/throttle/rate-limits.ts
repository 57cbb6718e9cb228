import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { createPostgresAttempts } from '../../platform/throttle/attempts.ts'
import { type Attempt, createThrottle, type RateLimit, type ReachedLimit, type Throttle } from '../../platform/throttle/throttle.ts'
import type { KnownDevices } from './known-devices.ts'

/** The request of a form, as rate limits and the security log see it. */
export interface FormRequest extends EventSource {
  /** The network that rate limits count by: an IPv4 address, an IPv6 /64. */
  network: string
  /** See `KnownDevices`. */
  deviceCookie: string | undefined
}

/** Returns the part of the request that the security log contains. */
export function eventSource({ requestId, address }: FormRequest): EventSource {
  return { requestId, address }
}

/** A throttle shared by every process, whose rejections are in the security log. */
export interface LoggedThrottle extends Pick<Throttle, 'refund' | 'reset'> {
  consume(source: EventSource, ...attempts: Attempt[]): Promise<ReachedLimit | undefined>
}

/** `secret` keys the hash of the subjects: the table contains neither email addresses nor network addresses. */
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

// How many attempts of each kind are allowed, and what they are counted by: the account an address names, the network a
// request came from, or a device of that account.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * A device that signed in to the account before has a limit of its own, and no other counts for it: guesses from
 * elsewhere can't lock the owner out. Every other device shares three limits: few attempts on one account from one
 * network; more on that account from everywhere; a bounded number of attempts by one network over all accounts.
 */
export const signInLimits = {
  knownDevice: { kind: 'sign-in known device', max: 10, windowMs: 15 * minuteMs },
  accountFromNetwork: { kind: 'sign-in account and network', max: 10, windowMs: 15 * minuteMs },
  account: { kind: 'sign-in account', max: 100, windowMs: 15 * minuteMs },
  network: { kind: 'sign-in network', max: 60, windowMs: 15 * minuteMs },
} as const satisfies Record<string, RateLimit>

export const signUpLimit: RateLimit = { kind: 'sign-up network', max: 200, windowMs: hourMs }
export const tokenLimit: RateLimit = { kind: 'token network', max: 60, windowMs: hourMs }

/** Wrong current passwords of a signed-in user who changes theirs. */
export const passwordChangeLimit: RateLimit = { kind: 'password change user', max: 10, windowMs: 15 * minuteMs }

/**
 * Emails to one address that anyone can cause by signing up with it, also as the signed-in user of the new account.
 * Sign-ups don't use up what a forgotten password needs.
 */
const signUpEmailLimit: RateLimit = { kind: 'sign-up emails', max: 4, windowMs: hourMs }
const resetEmailLimits = {
  knownDevice: { kind: 'reset emails known device', max: 4, windowMs: hourMs },
  account: { kind: 'reset emails', max: 4, windowMs: hourMs },
} as const satisfies Record<string, RateLimit>
export const resetRequestLimit: RateLimit = { kind: 'reset network', max: 30, windowMs: hourMs }

/** Returns the attempts that comparing this account's password counts as. */
export function signInAttempts(knownDevices: KnownDevices, email: string, { network, deviceCookie }: FormRequest): Attempt[] {
  const account = email.toLowerCase()
  const device = knownDevices.find(deviceCookie, account)
  if (device !== undefined) return [{ limit: signInLimits.knownDevice, subject: `${account}\0${device}` }]
  return [
    { limit: signInLimits.accountFromNetwork, subject: `${account}\0${network}` },
    { limit: signInLimits.account, subject: account },
    { limit: signInLimits.network, subject: network },
  ]
}

/** Returns the attempt that is counted for each sign-up email to this address. */
export function signUpEmailAttempt(email: string): Attempt {
  return { limit: signUpEmailLimit, subject: email.toLowerCase() }
}

/** Returns the attempts that a request to reset this account's password counts as. */
export function resetAttempts(knownDevices: KnownDevices, email: string, { network, deviceCookie }: FormRequest): Attempt[] {
  const account = email.toLowerCase()
  const device = knownDevices.find(deviceCookie, account)
  if (device !== undefined) return [{ limit: resetEmailLimits.knownDevice, subject: `${account}\0${device}` }]
  return [
    { limit: resetRequestLimit, subject: network },
    { limit: resetEmailLimits.account, subject: account },
  ]
}
