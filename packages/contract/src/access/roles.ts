/** Each role may do what the next one may, and more. */
export const memberRoles = ['owner', 'member', 'viewer'] as const

export type MemberRole = (typeof memberRoles)[number]

/** Whether a role may do what `least` may do. */
export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return memberRoles.indexOf(role) <= memberRoles.indexOf(least)
}

/** With its article, as in "Noah is a member". */
export const roleNouns: Readonly<Record<MemberRole, string>> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }
