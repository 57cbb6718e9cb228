import { z } from 'zod'

/**
 * The ways in which a user proves who they are. `provider` is a sign-in at another identity provider. A session has
 * more than one method if a second factor was used.
 */
export const signInMethods = ['password', 'passkey', 'totp', 'recovery_code', 'provider'] as const

export const signInMethod = z.enum(signInMethods)

export type SignInMethod = z.infer<typeof signInMethod>
