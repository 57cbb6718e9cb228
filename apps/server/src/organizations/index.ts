/**
 * Manages organizations: their settings, `members/` with roles and ownership, `invitations/` by email, and `deletion/`
 * after fourteen days of grace.
 */

export { insertOwnedOrganization } from './create-organization.ts'
export { listAffectedOrganizations } from './deletion/affected-organizations.ts'
export { leaveOrganizations } from './deletion/leave-organizations.ts'
export { runDueDeletions } from './deletion/run-due-deletions.ts'
export { acceptInvitation } from './invitations/accept-invitation.ts'
export { endInvitations } from './invitations/end-invitations.ts'
export { findInvitation, type TokenInvitation } from './invitations/find-invitation.ts'
export { invitationRoutes } from './invitations/invitation-routes.ts'
export { hasMembership, isOwner, selectMembers } from './member-table.ts'
export { endMemberships } from './members/end-memberships.ts'
export { memberRoutes } from './members/member-routes.ts'
export { organizationJobs } from './organization-jobs.ts'
export { organizationRoutes } from './organization-routes.ts'
export {
  type JoinedOrganization,
  lockOrganizationForUpdate,
  selectEnd,
  selectJoinedOrganizations,
  selectOrganization,
} from './organization-table.ts'
export { setOrganizationSettings } from './set-organization-settings.ts'
export { setPackage } from './set-package.ts'
