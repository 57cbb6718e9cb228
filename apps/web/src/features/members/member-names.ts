import type { Member, MemberRole } from '@linkshelf/contract'

export function nameOfMember({ full_name, email }: Member): string {
  return full_name || email
}

export const roleNames: Record<MemberRole, string> = { owner: 'Owner', member: 'Member' }

export const roleDescriptions: Record<MemberRole, string> = {
  owner: 'Everything, including people, plan, API keys and deletion.',
  member: 'Creates, edits and deletes links, products and categories.',
}
