import { z } from 'zod'

/**
 * The ways in which a user proves who they are. `provider` is a sign-in at another identity provider, and
 * `operator_link` a link from the operator. A session has more than one method if a second factor was used.
 */
export const signInMethods = ['password', 'passkey', 'totp', 'recovery_code', 'provider', 'operator_link'] as const

export const signInMethod = z.enum(signInMethods)

export type SignInMethod = z.infer<typeof signInMethod>
