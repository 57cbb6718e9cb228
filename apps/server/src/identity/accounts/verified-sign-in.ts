import type { SignInMethod, UserId } from '@linkshelf/contract'
import type { IdentityDeps } from '../identity-deps.ts'
import { isCurrentPassword, type VerifiedPassword } from '../passwords/password-hash.ts'

/** A user who proved who they are, and may be signed in. */
export interface VerifiedSignIn {
  userId: UserId
  email: string
  /** The methods that the user used, in this order. */
  methods: readonly SignInMethod[]
  /** The row in `provider_sign_ins` if the user signed in at another identity provider. */
  providerSignInId?: string
  /** Returns false if a method can't be used any more, for example because a new password replaced the password. */
  isValid(): Promise<boolean>
}

/** Returns the sign-in of a user who entered only the password. */
export function toPasswordSignIn(deps: IdentityDeps, verified: VerifiedPassword, email: string): VerifiedSignIn {
  return { userId: verified.userId, email, methods: ['password'], isValid: () => isCurrentPassword(deps, verified) }
}
