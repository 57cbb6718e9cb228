/** Each role may do what the next one may, and more. */
export const memberRoles = ['owner', 'member', 'viewer'] as const

export type MemberRole = (typeof memberRoles)[number]

/** Whether a role may do what `least` may do. */
export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return memberRoles.indexOf(role) <= memberRoles.indexOf(least)
}

/** With its article, as in "Noah is a member". */
export const roleNouns: Readonly<Record<MemberRole, string>> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }

/** The longest address that mail servers take (RFC 5321). */
export const emailMaxLength = 254

/** An invitation that is not accepted within this time expires. */
export const invitationLifetimeMs = 7 * 24 * 60 * 60_000

/** The page of an invitation on the app's origin is this path and the token. */
export const invitationPath = '/invitations/'

/** An invited person creates an account at this path, with the token as parameter `token`. */
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
