import { AsyncLocalStorage } from 'node:async_hooks'
import { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { describeCookie } from '../describe-cookie.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

type BrowserContext = Pick<KoaContextWithOIDC, 'cookies'>

/**
 * The browser whose request is being handled, because the provider does not pass it to its adapters. All provider code
 * that may read or write an interaction runs in this context.
 */
export const browserContext = new AsyncLocalStorage<BrowserContext>()

/** Browsers drop a cookie if its name, value and attributes exceed 4,096 bytes. Our cookie has about 1,200 bytes. */
const maxCookieLength = 3_800

/**
 * Stores authorization requests while their user signs in. Until a user has signed in, a request is only a signed
 * cookie of the browser. The server stores nothing, because anyone can start any number of requests. After the sign-in,
 * the request is stored as a row, because it then names a user, may be used only once, and must be deleted when the
 * user sets a new password.
 */
export function createInteractionAdapter(stored: Adapter, appOrigin: string): Adapter {
  const { name: cookieName, options } = describeCookie(appOrigin, 'request')
  const cookieOptions = { ...options, sameSite: 'lax', signed: true, overwrite: true } as const

  return {
    ...stored,

    async upsert(id, payload, expiresIn = tokenLifetimes.interaction) {
      if (namesUser(payload)) return stored.upsert(id, payload, expiresIn)
      const value = Buffer.from(JSON.stringify(payload)).toString('base64url')
      if (value.length > maxCookieLength) throw new errors.InvalidRequest('the authorization request is too long')
      browserContext.getStore()?.cookies.set(cookieName, value, { ...cookieOptions, maxAge: expiresIn * 1_000 })
    },

    async find(id) {
      // If a row exists, the row is used, although the browser still has the cookie.
      const row = await stored.find(id)
      if (row) return row
      const value = browserContext.getStore()?.cookies.get(cookieName, { signed: true })
      if (value === undefined) return undefined
      const payload = JSON.parse(Buffer.from(value, 'base64url').toString()) as AdapterPayload // signed by us
      return payload.jti === id ? payload : undefined
    },

    async destroy(id) {
      browserContext.getStore()?.cookies.set(cookieName, null, cookieOptions)
      await stored.destroy(id)
    },
  }
}

function namesUser({ session, result, lastSubmission }: AdapterPayload): boolean {
  return session?.accountId !== undefined || result !== undefined || lastSubmission !== undefined
}
