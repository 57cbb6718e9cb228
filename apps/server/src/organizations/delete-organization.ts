import { fail, mutate, type OrganizationContext, type UserContext } from '../access/index.ts'
import { deleteOrganizationRow, lockUserForUpdate, selectOrganizationsOf } from './organization-table.ts'

/** Deletes everything the organization has. Throws ORGANIZATION_LAST for the user's only organization. Owners only. */
export function deleteOrganization(ctx: OrganizationContext<UserContext>): Promise<void> {
  const { id } = ctx.organization
  const mutation = { action: 'organization.delete', entity: 'organization', entityId: id, role: 'owner', lock: 'exclusive' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    await lockUserForUpdate(tx, ctx.actor.userId) // otherwise two concurrent deletions would each see the other's organization as remaining
    const organizations = await selectOrganizationsOf(tx, ctx.actor.userId)
    if (organizations.length === 1) fail('ORGANIZATION_LAST')
    change.before = { name: organizations.find((organization) => organization.id === id)?.name }
    await deleteOrganizationRow(tx, id)
  })
}
