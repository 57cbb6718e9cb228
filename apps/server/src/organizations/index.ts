/**
 * Manages organizations: their settings, `members.ts` with roles and ownership, `invitations/` by email, and
 * `deletion/` after fourteen days of grace.
 */

export { runDueDeletions } from './deletion/delete-organizations.ts'
export { leaveOrganizations, listAffectedOrganizations } from './deletion/leave-organizations.ts'
export { acceptInvitation, findInvitation, type TokenInvitation } from './invitations/accept-invitation.ts'
export { invitationRoutes, revokeInvitations } from './invitations/invitations.ts'
export { hasMembership, isOwner, selectMembers } from './member-table.ts'
export { memberRoutes, revokeMemberships } from './members.ts'
export { organizationJobs } from './organization-jobs.ts'
export { findCommandContext, setOrganizationSettings, setPackage } from './organization-settings.ts'
export {
  type JoinedOrganization,
  lockOrganizationForUpdate,
  selectDeletionDate,
  selectJoinedOrganizations,
  selectOrganization,
} from './organization-table.ts'
export { insertOwnedOrganization, organizationRoutes } from './organizations.ts'
