import type { Member, UserId } from '@linkshelf/contract'
import { fail, type OrganizationContext, read } from '../../access/index.ts'
import { type MemberRow, selectMembers } from '../member-table.ts'

/** Longest membership first; for a viewer without the email addresses. */
export async function listMembers(ctx: OrganizationContext): Promise<Member[]> {
  const showsEmail = ctx.organization.role !== 'viewer'
  return (await read(ctx, (tx) => selectMembers(tx, ctx.organization.id))).map((row) => toMember(row, showsEmail))
}

/** Throws NOT_FOUND for anyone who is not a member. */
export async function getMember(ctx: OrganizationContext, userId: UserId): Promise<Member> {
  return (await listMembers(ctx)).find((member) => member.user_id === userId) ?? fail('NOT_FOUND')
}

function toMember({ created_at, email, ...member }: MemberRow, showsEmail: boolean): Member {
  return { ...member, email: showsEmail ? email : null, joined_at: created_at.toISOString() }
}
