import type { youtube_v3 } from '@googleapis/youtube'
import type { KeyCipher } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Cost, exhaustQuota, spendQuota } from '../tables/quota-table.ts'
import { GoogleError, toGoogleError } from './google-error.ts'
import { isSettledDay, pacificDay } from './pacific-day.ts'

/**
 * The parameters of the URL at Google where an owner consents. They prove that the owner who
 * returns was sent from here.
 */
export interface Consent {
  state: string
  /** S256 of the verifier (PKCE). */
  challenge: string
}

/** Google's answer to the code with which an owner returned. */
export interface Grant {
  refreshToken: string
  scopes: readonly string[]
}

/** The operator's Google project. */
export interface Google {
  /** The quota of a day, in units. */
  unitsPerDay: number
  /** Undefined without an API key: nothing can be read. */
  reader: youtube_v3.Youtube | undefined
  /** Undefined without an OAuth client: nothing can be written. */
  consent: ConsentClient | undefined
}

export interface ConsentClient {
  urlOf(consent: Consent, redirectUrl: string): string
  /** Throws GoogleError for a code that is not valid. */
  redeem(code: string, verifier: string, redirectUrl: string): Promise<Grant>
  /** Acts for the owner; it gets and renews access tokens itself. */
  writerOf(refreshToken: string): youtube_v3.Youtube
  /** Revokes the token, and with it all other tokens of the same account. Throws GoogleError. */
  revoke(refreshToken: string): Promise<void>
  /** Encrypts what is stored of owners. */
  cipher: KeyCipher
}

export const withoutGoogle: Google = { unitsPerDay: 0, reader: undefined, consent: undefined }

/** Counts a call, then makes it. Throws GoogleError, without a call when the units of the day are used up. */
export async function callGoogle<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { unitsPerDay }: Google,
  cost: Cost,
  call: () => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const day = pacificDay(now)
  if (!(await spendQuota(db, day, cost, unitsPerDay))) throw new GoogleError('quota')
  try {
    return await call()
  } catch (error) {
    const known = toGoogleError(error)
    if (known.kind === 'quota' && 'units' in cost && isSettledDay(now)) await exhaustQuota(db, day, unitsPerDay)
    throw known
  }
}
