import type { OrganizationId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext } from '../../access/index.ts'
import { selectMembers } from '../member-table.ts'
import { deleteOrganizationRow, lockOrganizationForUpdate } from '../organization-table.ts'
import { enqueueDeletedEmails } from './deletion-emails.ts'

export function deletionOf(id: OrganizationId) {
  return { action: 'organization.delete', entity: 'organization', entityId: id, role: 'owner', lock: 'exclusive' } as const
}

/**
 * Deletes everything that the organization has, and notifies its owners. Throws NOT_FOUND before its time, for
 * an organization that an owner kept meanwhile, and for one that is gone. Triggers delete the audit log, and
 * the clicks an hour later.
 */
export function deleteOrganization(ctx: OrganizationContext): Promise<void> {
  const { id } = ctx.organization
  return mutate(ctx, deletionOf(id), async (tx, change) => {
    const organization = await lockOrganizationForUpdate(tx, id)
    if (organization?.deletes_at == null || organization.deletes_at > ctx.now) return fail('NOT_FOUND')
    const owners = (await selectMembers(tx, id)).filter(({ role }) => role === 'owner')
    change.before = { name: organization.name }
    await deleteOrganizationRow(tx, id)
    await enqueueDeletedEmails(tx, organization.name, owners)
  })
}
