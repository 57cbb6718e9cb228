// Codes of authenticator apps (RFC 6238): six digits, a new code every 30 seconds, HMAC-SHA-1. Every app supports these
// parameters, and some apps ignore any others.
import { randomBytes } from 'node:crypto'

const issuer = 'Linkshelf'
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Codes of the step before and of the step after are accepted, because the clock of a phone can be wrong. */
const windowSteps = 1
/** The length that RFC 4226 recommends, which is 32 characters in base32. */
const keyBytes = 20

/** Loads the library when the first code is needed, because most processes check no codes. */
const loadLibrary = () => import('otpauth')

/** Returns a new random key in base32. */
export async function createTotpKey(): Promise<string> {
  const { Secret } = await loadLibrary()
  return new Secret({ buffer: new Uint8Array(randomBytes(keyBytes)).buffer }).base32
}

/** Returns the address that an authenticator app reads from the QR code. */
export async function toKeyUri(key: string, email: string): Promise<string> {
  const { Secret, TOTP } = await loadLibrary()
  return new TOTP({ ...parameters, issuer, label: email, secret: Secret.fromBase32(key) }).toString()
}

/**
 * Returns the step to which the code belongs, as a number of 30-second periods since 1970. Returns undefined if the
 * code is wrong.
 */
export async function findCodeStep(key: string, code: string, now: Date): Promise<number | undefined> {
  const { Secret, TOTP } = await loadLibrary()
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...parameters, secret: Secret.fromBase32(key), token: code, timestamp, window: windowSteps })
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp }) + delta
}

/** Returns the code that an authenticator app shows at this time. */
export async function createCode(key: string, now: Date): Promise<string> {
  const { Secret, TOTP } = await loadLibrary()
  return TOTP.generate({ ...parameters, secret: Secret.fromBase32(key), timestamp: now.getTime() })
}
