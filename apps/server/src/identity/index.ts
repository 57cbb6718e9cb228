// People: who they are, how they sign in, and the tokens that say so.
import './provider/long-term-release.ts'

export { deleteExpiredIdentityState } from './delete-expired-identity-state.ts'
export { meRoutes } from './me-routes.ts'
export { type Identity, type IdentityOptions, openIdentity } from './open-identity.ts'
export { rotateIdentityKeys } from './provider/identity-keys.ts'
