import type { Organization } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type UserContext } from '../access/index.ts'
import { getOrganization } from './list-organizations.ts'
import { lockOrganizationForUpdate, updateOrganizationRow } from './organization-table.ts'

/** Owners only. */
export async function updateOrganization(ctx: OrganizationContext<UserContext>, { name }: { name: string }): Promise<Organization> {
  const { id } = ctx.organization
  await mutate(ctx, { action: 'organization.update', entity: 'organization', entityId: id }, async (tx, change) => {
    const before = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    await updateOrganizationRow(tx, id, { name })
    Object.assign(change, { before: { name: before.name }, after: { name } })
  })
  return getOrganization(ctx, id)
}
