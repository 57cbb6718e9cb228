import type { AccountDeletion, OrganizationId } from '@linkshelf/contract'
import { read, type UserContext } from '../../access/index.ts'
import { selectMembers } from '../member-table.ts'
import { selectOrganizationsOf } from '../organization-table.ts'

export type AffectedOrganization = AccountDeletion['organizations'][number] & { organization_id: OrganizationId }

/**
 * Returns what happens to the user's organizations if the account ends at an instant. An organization that is deleted
 * by then, with its other members, blocks nothing.
 */
export async function listAffectedOrganizations(ctx: UserContext, endsAt: Date): Promise<AffectedOrganization[]> {
  const { userId } = ctx.actor
  const organizations = await read(ctx, (tx) => selectOrganizationsOf(tx, userId))
  return Promise.all(
    organizations.map(async ({ id, name, deletes_at }) => {
      const members = await read({ ...ctx, organization: { id } }, (tx) => selectMembers(tx, id))
      const others = members.filter(({ user_id }) => user_id !== userId)
      const isLeft = others.some(({ role }) => role === 'owner') || (deletes_at !== null && deletes_at <= endsAt)
      return { organization_id: id, name, effect: others.length === 0 ? 'deleted' : isLeft ? 'left' : 'blocks' }
    }),
  )
}
