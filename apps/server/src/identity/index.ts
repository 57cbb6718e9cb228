/**
 * Identifies users. `accounts/` signs users up and in, `provider/` is the OpenID provider, `pages/` has its pages,
 * `other-providers/` signs users in at other identity providers, whose clients are in `provider-clients/`,
 * `passwords/` hashes and resets passwords, `passkeys/` adds and verifies passkeys, `sessions/` lists and ends
 * sessions, `emails/` sends the emails of accounts, `keys/` rotates the keys that sign tokens, `profile/` has a user's
 * settings and picture, `confirmation/` confirms addresses, `email-change/` changes addresses and undoes changes,
 * `second-factor/` turns two-step sign-in on and off, `codes/` asks for codes and checks them, `deletion/` deletes
 * accounts, `dashboard-session/` stores the dashboard's tokens in cookies, and `throttle/` limits the rate of sign-ins.
 */

import './provider/node-lts-name.ts'

export { decryptTotpKey, encryptTotpKey } from './codes/totp-cipher.ts'
export { createIdentity, type Identity, type IdentityOptions } from './create-identity.ts'
export { identityJobs } from './identity-jobs.ts'
export { rotateIdentityKeys } from './keys/identity-keys.ts'
export { createKeyCipher, type KeyCipher } from './keys/key-cipher.ts'
export { createUser, disableUser, enableUser, resetUser } from './operated-accounts.ts'
export { createSignInLink } from './other-providers/sign-in-link.ts'
export { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts'
export { avatarFilePath, createAvatarRoute } from './profile/avatar.ts'
export { listOwnEmails, meRoutes } from './profile/profile.ts'
export type { GroupSettings, ProviderSettings } from './provider-clients/provider-settings.ts'
export { endUserSessions } from './sessions/end-sessions.ts'
export { sessionRoutes } from './sessions/sessions.ts'
export { openSessionVerifier } from './sessions/verify-sessions.ts'
export { lockProfileForUpdate, selectAccount, selectUsers } from './tables/user-table.ts'
export { createLoggedThrottle, type LoggedThrottle } from './throttle/rate-limits.ts'
