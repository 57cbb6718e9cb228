/** Roles in descending order: an owner has all rights of a member, and a member has all rights of a viewer. */
export const memberRoles = ['owner', 'member', 'viewer'] as const

export type MemberRole = (typeof memberRoles)[number]

/** Whether a role has at least the rights of the role `least`. */
export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return memberRoles.indexOf(role) <= memberRoles.indexOf(least)
}

/** Names of the roles with their articles, as in "Noah is a member". */
export const roleNouns: Readonly<Record<MemberRole, string>> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }
