// Users: who they are, how they sign in, and the tokens that identify them.
import './provider/node-lts-name.ts'

export { lockProfileForUpdate, selectAccount } from './accounts/user-table.ts'
export { createIdentity, type Identity, type IdentityOptions } from './create-identity.ts'
export { deleteExpiredIdentityState } from './delete-expired-identity-state.ts'
export { accountDeletionEmailTasks } from './deletion/account-deletion-emails.ts'
export { deleteDueAccounts, deleteDueAccountsTask } from './deletion/delete-due-accounts.ts'
export { identityEmailTasks } from './emails/email-jobs.ts'
export { rotateIdentityKeys } from './keys/identity-keys.ts'
export { avatarFilePath, createAvatarRoute } from './profile/avatar-files.ts'
export { meRoutes } from './profile/me-routes.ts'
export { findEmail } from './profile/profile.ts'
export { sessionRoutes } from './sessions/session-routes.ts'
