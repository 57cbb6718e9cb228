import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '@linkshelf/contract'

const codeCount = 10
const codeLength = 28
/** The alphabet of Crockford's base32, which has no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns ten random codes of 140 bits, for example `7k2m-x9qd-04fw-t1zr-8hbc-ma5g-e6vp`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => formatCode([...randomBytes(codeLength)].map((byte) => alphabet[byte % 32]).join('')))
}

/** Returns a code without spaces and hyphens, with the letters that people mistake for digits as digits. */
export function normalizeCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
}

/**
 * Returns the hash that is stored. A fast hash is enough: nobody can try all codes of 140 random bits, unlike
 * passwords. The user is part of the hash, so that a code of another user never matches.
 */
export function hashRecoveryCode(userId: UserId, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId}\0${normalizeCode(code)}`)
    .digest()
}

function formatCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}
