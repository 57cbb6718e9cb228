import { z } from 'zod'
import * as mini from 'zod/mini'
import { memberRoles } from '../access/roles.ts'
import { secondFactors } from '../access/second-factor.ts'
import { call, instant, organizationParams, publicCall } from '../call.ts'
import { errors } from '../errors.ts'
import { invitationId, userId, uuid } from '../ids.ts'
import { maxCharacters, visibleText } from '../text.ts'
import { organization } from './organizations.ts'

/** Maximum length of an email address that mail servers accept (RFC 5321). */
export const emailMaxLength = 254

/** An invitation expires if it is not accepted within this time. */
export const invitationLifetimeMs = 7 * 24 * 60 * 60_000

/** Path on the app's origin of the page of an invitation. The invitation's token is appended to it. */
export const invitationPath = '/invitations/'

/** Path at which an invited user creates an account. The parameter `token` has the invitation's token. */
export const joinPath = '/auth/join'

export const memberMessages = {
  loadFailed: 'The members could not be loaded',
  emailRequired: 'Enter an email address',
  emailInvalid: 'Enter a valid email address',
  roleRequired: 'Choose a role',
  tokenRequired: 'The invitation is missing',
  invited: 'Invitation sent',
  inviteFailed: 'The invitation could not be sent',
  resent: 'Invitation sent again',
  revoked: 'Invitation revoked',
  revokeFailed: 'The invitation could not be revoked',
  roleChanged: 'Role changed',
  roleFailed: 'The role could not be changed',
  removed: 'Member removed',
  removeFailed: 'The member could not be removed',
  left: 'You left the organization',
  leaveFailed: 'You could not leave the organization',
  transferred: 'Ownership transferred',
  transferFailed: 'The ownership could not be transferred',
  invitationsLoadFailed: 'The invitations could not be loaded',
  invitationLoadFailed: 'The invitation could not be loaded',
  tryAgain: 'Please try again.',
  acceptFailed: 'The invitation could not be accepted',
} as const

const role = mini.enum(memberRoles, { error: memberMessages.roleRequired })

export const member = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string().nullable().describe('The email address; null for viewers, who see none'),
  avatar_url: z.string().nullable(),
  role: z.enum(memberRoles),
  joined_at: instant,
  second_factors: z
    .array(z.enum(secondFactors))
    .nullable()
    .describe('What protects the sign-in of the member in addition to a password; null if you are not an owner'),
})

/** An invitation that was sent to an email address and neither accepted nor revoked. */
export const invitation = z.object({
  invitation_id: uuid,
  email: z.string(),
  role: z.enum(memberRoles),
  state: z.enum(['pending', 'expired']),
  invited_at: instant.describe('When its email was last requested'),
  expires_at: instant,
})

/** An invitation as its link shows it to the recipient of the email. */
const receivedInvitation = z.object({
  state: z.enum(['pending', 'expired', 'accepted', 'revoked']),
  organization_id: uuid,
  organization_name: z.string(),
  email: z.string().describe('The address that it is for'),
  role: z.enum(memberRoles),
  expires_at: instant,
  has_account: z.boolean().describe('Whether the address has an account'),
})

export const invitationDraft = mini.strictObject({
  email: visibleText(memberMessages.emailRequired).check(
    maxCharacters(emailMaxLength),
    mini.email({ error: memberMessages.emailInvalid, abort: true }),
  ),
  role: mini._default(role, 'member'),
})

const memberParams = organizationParams.extend({ userId })
const invitationParams = organizationParams.extend({ invitationId })

export const members = {
  list: call({ method: 'GET', path: '/v1/{orgId}/members', summary: 'The members of an organization, longest membership first' })
    .input(z.object({ params: organizationParams }))
    .output(z.array(member)),
  invite: call({
    method: 'POST',
    path: '/v1/{orgId}/members',
    successStatus: 201,
    summary: 'Invite someone by email; inviting an address again sends its email again',
    needsRecentSignIn: 'by-input',
    isForUsersOnly: true,
    ownerTask: 'people',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: organizationParams, body: invitationDraft }))
    .output(invitation)
    .errors(errors('MEMBER_EXISTS')),
  changeRole: call({
    method: 'PATCH',
    path: '/v1/{orgId}/members/{userId}',
    summary: 'Change the role of a member',
    needsRecentSignIn: 'by-input',
    isForUsersOnly: true,
    ownerTask: 'people',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: memberParams, body: z.strictObject({ role }) }))
    .output(member)
    .errors(errors('MEMBER_LAST_OWNER')),
  transferOwnership: call({
    method: 'POST',
    path: '/v1/{orgId}/members/{userId}/transfer',
    summary: 'Make a member an owner, and become a member yourself',
    needsRecentSignIn: 'always',
    isForUsersOnly: true,
    ownerTask: 'people',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: memberParams }))
    .output(member)
    .errors(errors('MEMBER_IS_YOU')),
  remove: call({
    method: 'DELETE',
    path: '/v1/{orgId}/members/{userId}',
    successStatus: 204,
    summary: 'Remove a member from an organization, or leave it',
    isForUsersOnly: true,
    role: 'viewer',
    isForOwnUserWithoutSecondFactor: true,
  })
    .input(z.object({ params: memberParams }))
    .output(z.void())
    .errors(errors('MEMBER_LAST_OWNER')),
}

export const invitations = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/invitations',
    summary: 'The invitations that are neither accepted nor revoked, newest first',
    ownerTask: 'people',
  })
    .input(z.object({ params: organizationParams }))
    .output(z.array(invitation)),
  resend: call({
    method: 'POST',
    path: '/v1/{orgId}/invitations/{invitationId}/resend',
    summary: 'Send the email of an invitation again; it expires seven days later',
    needsRecentSignIn: 'by-input',
    isForUsersOnly: true,
    ownerTask: 'people',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: invitationParams }))
    .output(invitation),
  revoke: call({
    method: 'DELETE',
    path: '/v1/{orgId}/invitations/{invitationId}',
    successStatus: 204,
    summary: 'Revoke an invitation; its link stops working',
    isForUsersOnly: true,
    ownerTask: 'people',
  })
    .input(z.object({ params: invitationParams }))
    .output(z.void()),
  get: publicCall('/v1/public/invitations/{token}', 'An invitation, by the token of its link')
    .input(z.object({ params: z.object({ token: z.string() }) }))
    .output(receivedInvitation)
    .errors(errors('REQUEST_INVALID', 'INVITATION_NOT_FOUND')),
  accept: call({
    method: 'POST',
    path: '/v1/me/invitations',
    summary: 'Accept an invitation to your email address, and become a member of its organization',
    isForUsersOnly: true,
  })
    .input(z.object({ body: z.strictObject({ token: visibleText(memberMessages.tokenRequired).check(maxCharacters(200)) }) }))
    .output(organization)
    .errors(errors('INVITATION_NOT_FOUND', 'INVITATION_EXPIRED', 'INVITATION_USED', 'INVITATION_FOR_OTHER_ADDRESS')),
}

export type Member = z.infer<typeof member>
export type Invitation = z.infer<typeof invitation>
export type InvitationDraft = z.output<typeof invitationDraft>
export type ReceivedInvitation = z.infer<typeof receivedInvitation>
