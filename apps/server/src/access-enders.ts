import type { AccessEnders } from './access/index.ts'
import { endApiKeys, endOwnApiKeys } from './api-keys/index.ts'
import { endDownloads } from './data-transfer/index.ts'
import { endPostbackAddresses } from './earnings/index.ts'
import { endInvitations, endMemberships } from './organizations/index.ts'
import { endConnections } from './youtube-channels/index.ts'

/**
 * Everything beside a session that gives access to an organization, so that the first confirmation of an address can
 * end it.
 */
export const accessEnders: AccessEnders = {
  inOwnOrganization: [endApiKeys, endInvitations, endMemberships, endConnections, endPostbackAddresses, endDownloads],
  inJoinedOrganization: [endOwnApiKeys],
}
