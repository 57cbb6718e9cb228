import type { Member, UserId } from '@linkshelf/contract'
import { fail, type OrganizationContext, read } from '../../access/index.ts'
import { type MemberRow, selectMembers } from './member-table.ts'

export async function listMembers(ctx: OrganizationContext): Promise<Member[]> {
  return (await read(ctx, (tx) => selectMembers(tx, ctx.organization.id))).map(toMember)
}

/** Throws NOT_FOUND for anyone who is not a member. */
export async function getMember(ctx: OrganizationContext, userId: UserId): Promise<Member> {
  return (await listMembers(ctx)).find((member) => member.user_id === userId) ?? fail('NOT_FOUND')
}

function toMember({ created_at, ...member }: MemberRow): Member {
  return { ...member, joined_at: created_at.toISOString() }
}
