// Between the first factor and the code, nobody is signed in. The browser has a signed cookie that says which user gave
// the right password, or signed in at another identity provider. The server stores nothing, so a stranger can't fill a
// table.
import { createHmac } from 'node:crypto'
import { type SignInMethod, signInMethod, type UserId, userId } from '@linkshelf/contract'
import { z } from 'zod'
import type { CoreDeps } from '../../platform/deps.ts'
import { createSignedValues } from '../signed-values.ts'
import { isSettledProviderSignIn } from '../tables/provider-account-table.ts'
import { type SettledCredentials, selectSettledCredentials } from '../tables/user-table.ts'

/** How long the user can take to enter the code. */
export const pendingSignInMs = 10 * 60_000

/** A user who gave the first factor, for example the right password, and has to enter a code. */
export interface PendingSignIn {
  userId: UserId
  email: string
  methods: readonly SignInMethod[]
  /** The row in `provider_sign_ins` if the user signed in at another identity provider. */
  providerSignInId?: string
  /** The path that follows the sign-in; undefined for the dashboard. */
  destination: string | undefined
  /**
   * Returns false if the password was changed, the user was signed out everywhere, the account was disabled, or the
   * other provider ended the sign-in.
   */
  isValid(): Promise<boolean>
}

export interface PendingSignIns {
  /**
   * Returns the cookie's value. Returns undefined if the sign-in is no longer valid, for example because a new password
   * replaced the password.
   */
  create(
    signIn: Pick<PendingSignIn, 'userId' | 'methods' | 'providerSignInId' | 'isValid'>,
    destination: string | undefined,
  ): Promise<string | undefined>
  /** Returns the sign-in of the cookie. Undefined if it was forged, has expired, or is no longer valid. */
  find(cookie: string | undefined): Promise<PendingSignIn | undefined>
}

const content = z.object({
  userId,
  methods: z.array(signInMethod),
  providerSignInId: z.string().optional(),
  /** A hash of the account's credentials when the password was verified. */
  credentials: z.string(),
  destination: z.string().optional(),
})

/** The first key signs; every key verifies. */
export function createPendingSignIns({ db, clock }: Pick<CoreDeps, 'db' | 'clock'>, keys: [string, ...string[]]): PendingSignIns {
  const cookies = createSignedValues(keys, clock, 'pending sign-in')
  return {
    async create({ userId: id, methods, providerSignInId, isValid }, destination) {
      const credentials = await selectSettledCredentials(db, id)
      // Checked after the credentials were read, so that they are the credentials that the user entered.
      if (credentials === undefined || !(await isValid())) return undefined
      const hash = hashCredentials(keys[0], credentials)
      return cookies.sign({ userId: id, methods, providerSignInId, credentials: hash, destination }, pendingSignInMs)
    },

    async find(cookie) {
      const value = cookies.read(cookie)
      if (value === undefined) return undefined
      const { userId: id, methods, providerSignInId, credentials, destination } = content.parse(value)
      const findCurrent = async () => {
        const current = await selectSettledCredentials(db, id)
        if (current === undefined || !keys.some((key) => hashCredentials(key, current) === credentials)) return undefined
        return providerSignInId === undefined || (await isSettledProviderSignIn(db, providerSignInId)) ? current : undefined
      }
      const current = await findCurrent()
      if (current === undefined) return undefined
      const isValid = async () => (await findCurrent()) !== undefined
      return { userId: id, email: current.email, methods, ...(providerSignInId && { providerSignInId }), destination, isValid }
    },
  }
}

/** A new password and a sign-out everywhere change the hash. */
function hashCredentials(key: string, { password_hash, signed_out_at }: SettledCredentials): string {
  const text = `pending sign-in\0credentials\0${password_hash}\0${signed_out_at?.toISOString() ?? ''}`
  return createHmac('sha256', key).update(text).digest('base64url')
}
