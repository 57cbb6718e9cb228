/**
 * Manages organizations and their settings. `members.ts` has members, roles and ownership. `invitations/` invites
 * members by email. `deletion/` deletes an organization after a grace period of fourteen days. `domain-loss-email.ts`
 * informs owners if a domain is no longer verified. `second-factor-email.ts` informs members that they need a second
 * factor.
 */

import { deleteExpiredResponses } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteDueOrganizations, deleteDueOrganizationsTask } from './deletion/delete-organizations.ts'
import { sendDeletedEmail, sendDeletedEmailTask, sendDeletionEmail, sendDeletionEmailTask } from './deletion/deletion-emails.ts'
import { sendDomainLossEmail, sendDomainLossTask } from './domain-loss-email.ts'
import { sendInvitationEmail, sendInvitationEmailTask } from './invitations/invitation-email.ts'
import { deleteOldInvitations } from './invitations/invitations.ts'
import { sendSecondFactorEmail, sendSecondFactorTask } from './second-factor-email.ts'

export { runDueDeletions } from './deletion/delete-organizations.ts'
export { enqueueLossEmails } from './domain-loss-email.ts'
export { applyGroupRole } from './group-roles.ts'
export { acceptInvitation, findInvitation, type TokenInvitation } from './invitations/accept-invitation.ts'
export { invitationRoutes, revokeInvitations } from './invitations/invitations.ts'
export { leaveOrganizations, listAffectedOrganizations } from './leave-organizations.ts'
export { hasMembership, mayActAsOwner, selectMembers } from './member-table.ts'
export { memberRoutes, revokeMemberships } from './members.ts'
export { getCommandContext, setOrganizationSettings, setPackage } from './organization-settings.ts'
export {
  type JoinedOrganization,
  lockOrganizationForUpdate,
  selectDeletionDate,
  selectJoinedOrganizations,
  selectOrganization,
} from './organization-table.ts'
export { insertOwnedOrganization, listOrganizationsRequiringSecondFactor, organizationRoutes } from './organizations.ts'

export function organizationJobs(deps: Deps): Job[] {
  return [
    { name: sendInvitationEmailTask, kind: 'mail', run: (payload) => sendInvitationEmail(deps, payload) },
    { name: 'delete-expired-responses', kind: 'upkeep', cron: '31 * * * *', run: () => deleteExpiredResponses(deps) },
    { name: 'delete-old-invitations', kind: 'upkeep', cron: '37 * * * *', run: () => deleteOldInvitations(deps) },
    { name: deleteDueOrganizationsTask, kind: 'upkeep', cron: '51 * * * *', run: () => deleteDueOrganizations(deps) },
    { name: sendDeletionEmailTask, kind: 'mail', run: (payload) => sendDeletionEmail(deps, payload) },
    { name: sendDeletedEmailTask, kind: 'mail', run: (payload) => sendDeletedEmail(deps, payload) },
    { name: sendDomainLossTask, kind: 'mail', run: (payload) => sendDomainLossEmail(deps, payload) },
    { name: sendSecondFactorTask, kind: 'mail', run: (payload) => sendSecondFactorEmail(deps, payload) },
  ]
}
