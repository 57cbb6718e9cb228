// Organizations, their members, and invitations into them.
export { insertOwnedOrganization } from './create-organization.ts'
export { deleteOldInvitations } from './invitations/delete-old-invitations.ts'
export { invitationRoutes } from './invitations/invitation-routes.ts'
export { sendInvitationEmail, sendInvitationEmailTask } from './invitations/send-invitation-email.ts'
export { memberRoutes } from './members/member-routes.ts'
export { organizationRoutes } from './organization-routes.ts'
export { setOrganizationSettings } from './set-organization-settings.ts'
