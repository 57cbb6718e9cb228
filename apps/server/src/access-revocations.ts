import type { AccessRevocations } from './access/index.ts'
import { revokeApiKeys, revokeOwnApiKeys } from './api-keys/index.ts'
import { revokeDownloads } from './data-transfer/index.ts'
import { revokePostbackAddresses } from './earnings/index.ts'
import { revokeInvitations, revokeMemberships } from './organizations/index.ts'
import { revokeConnections } from './youtube-channels/index.ts'

/** The functions of all modules that revoke access to an organization. Sessions are ended separately. */
export const accessRevocations: AccessRevocations = {
  inOwnOrganization: [revokeApiKeys, revokeInvitations, revokeMemberships, revokeConnections, revokePostbackAddresses, revokeDownloads],
  inJoinedOrganization: [revokeOwnApiKeys],
}
