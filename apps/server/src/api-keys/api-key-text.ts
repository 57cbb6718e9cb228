import { createHash, randomInt } from 'node:crypto'
import { apiKeyPrefix } from '@linkshelf/contract'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 characters of an alphabet of 62 give more than 256 random bits. */
const randomLength = 43
const shownLength = 6

/**
 * Generates a key with 256 random bits. A double click selects the whole key, because it has only letters, digits and
 * underscores.
 */
export function generateApiKey(): string {
  return apiKeyPrefix + Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Returns whether a bearer token has the form of an API key. */
export function isApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix)
}

/**
 * Computes the digest of a key. Only the digest is stored. A random key needs no slow hash, because it can't be guessed
 * from its digest.
 */
export function computeKeyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Returns the start of a key. The dashboard shows it, so that owners recognize the key. */
export function toKeyStart(key: string): string {
  return key.slice(0, apiKeyPrefix.length + shownLength)
}
