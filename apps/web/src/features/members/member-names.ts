import type { Member, MemberRole } from '@linkshelf/contract'

/** Viewers see no email addresses. */
export function nameOfMember({ full_name, email }: Pick<Member, 'full_name' | 'email'>): string {
  return full_name || email || 'A member without a name'
}

export const roleNames: Record<MemberRole, string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' }
