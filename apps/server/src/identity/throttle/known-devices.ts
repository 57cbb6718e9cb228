import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The browsers that signed in to an account before. The cookie of one is a random id and, for each account, a signature
 * over the id and the account's address. Nothing is stored, and a request shows by the same work for every address
 * whether its device is known, so it does not reveal accounts.
 */
export interface KnownDevices {
  /** Returns the id of the device that the cookie names, when it signed in to this account before. */
  find(cookie: string | undefined, email: string): string | undefined
  /**
   * Returns the value of the cookie after a sign-in to this account. The device keeps its id and its other accounts.
   */
  add(cookie: string | undefined, email: string): string
}

/** This is enough for those who share a browser; the account used longest ago is dropped. */
const accountsPerDevice = 5

/** The first key signs, each verifies. */
export function createKnownDevices(keys: [string, ...string[]]): KnownDevices {
  return {
    find(cookie, email) {
      const device = parseCookie(cookie)
      if (device === undefined) return undefined
      const expected = keys.map((key) => signature(key, device.id, email))
      return device.signatures.some((given) => expected.some((each) => isEqual(each, given))) ? device.id : undefined
    },
    add(cookie, email) {
      const { id, signatures } = parseCookie(cookie) ?? { id: randomBytes(16).toString('base64url'), signatures: [] }
      const known = keys.map((key) => signature(key, id, email))
      const others = signatures.filter((each) => !known.includes(each))
      return [id, signature(keys[0], id, email), ...others].slice(0, 1 + accountsPerDevice).join('.')
    },
  }
}

/** Each part is 128 bits in base64url. */
function parseCookie(cookie = ''): { id: string; signatures: string[] } | undefined {
  const [id, ...signatures] = cookie.split('.', 1 + accountsPerDevice)
  return id !== undefined && [id, ...signatures].every((part) => /^[\w-]{22}$/.test(part)) ? { id, signatures } : undefined
}

function signature(key: string, id: string, email: string): string {
  return createHmac('sha256', key).update(`known device\0${id}\0${email.toLowerCase()}`).digest().subarray(0, 16).toString('base64url')
}

function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
