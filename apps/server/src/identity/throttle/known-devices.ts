import { createHmac, randomBytes } from 'node:crypto'
import { hasEqualBytes } from '../../platform/has-equal-bytes.ts'

/**
 * The browsers that have signed in to an account. A browser's cookie has a random id and, for each account, a signature
 * over the id and the account's address. The server stores nothing. The check takes the same work for every address, so
 * it does not reveal which addresses have accounts.
 */
export interface KnownDevices {
  /** Returns the id in the cookie if the device has signed in to this account before. */
  find(cookie: string | undefined, email: string): string | undefined
  /** Returns the cookie's value after a sign-in to this account. The device's id and other accounts stay in it. */
  add(cookie: string | undefined, email: string): string
}

/** Five accounts are enough if people share a browser; the least recently used account is dropped. */
const accountsPerDevice = 5

/** The first key signs; every key verifies. */
export function createKnownDevices(keys: [string, ...string[]]): KnownDevices {
  return {
    find(cookie, email) {
      const device = parseCookie(cookie)
      if (device === undefined) return undefined
      const expected = keys.map((key) => sign(key, device.id, email))
      return device.signatures.some((given) => expected.some((each) => hasEqualBytes(Buffer.from(given), Buffer.from(each))))
        ? device.id
        : undefined
    },
    add(cookie, email) {
      const { id, signatures } = parseCookie(cookie) ?? { id: randomBytes(16).toString('base64url'), signatures: [] }
      const known = keys.map((key) => sign(key, id, email))
      const others = signatures.filter((each) => !known.includes(each))
      return [id, sign(keys[0], id, email), ...others].slice(0, 1 + accountsPerDevice).join('.')
    },
  }
}

/**
 * Splits the cookie into the device's id and signatures, each 128 bits in base64url. Undefined if a part has another
 * form.
 */
function parseCookie(cookie = ''): { id: string; signatures: string[] } | undefined {
  const [id, ...signatures] = cookie.split('.', 1 + accountsPerDevice)
  return id !== undefined && [id, ...signatures].every((part) => /^[\w-]{22}$/.test(part)) ? { id, signatures } : undefined
}

function sign(key: string, id: string, email: string): string {
  return createHmac('sha256', key).update(`known device\0${id}\0${email.toLowerCase()}`).digest().subarray(0, 16).toString('base64url')
}
