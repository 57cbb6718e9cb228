import { createHash, randomInt } from 'node:crypto'
import { apiKeyPrefix } from '@linkshelf/contract'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is more than 2^256. */
const randomLength = 43
const shownLength = 6

/** A new key with 256 random bits, without signs at which a double click ends its selection. */
export function generateApiKey(): string {
  return apiKeyPrefix + Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Returns whether a bearer token is meant as an API key. */
export function isApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix)
}

/**
 * Returns the digest that is stored of a key. A random key needs no slow hash, because its digest
 * can't be guessed back.
 */
export function computeKeyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The start of a key, by which its owner recognizes it. */
export function toKeyStart(key: string): string {
  return key.slice(0, apiKeyPrefix.length + shownLength)
}
