import { deletionGraceDays, type Organization } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, type UserContext } from '../../access/index.ts'
import { getOrganization } from '../list-organizations.ts'
import { lockOrganizationForUpdate, lockUserForUpdate, selectOrganizationsOf, updateOrganizationRow } from '../organization-table.ts'
import { enqueueDeletionEmail } from './deletion-emails.ts'

const dayMs = 86_400_000

/**
 * The organization is deleted after the days of grace; asked for again, the day stays. Throws ORGANIZATION_LAST for the
 * only organization of the user that stays. Owners only.
 */
export async function requestDeletion(ctx: OrganizationContext<UserContext>): Promise<Organization> {
  const { id } = ctx.organization
  const mutation = {
    action: 'organization.request_deletion',
    entity: 'organization',
    entityId: id,
    lock: 'exclusive',
  } as const
  await mutate(ctx, mutation, async (tx, change) => {
    await lockUserForUpdate(tx, ctx.actor.userId) // otherwise two concurrent requests would each see the other's organization as remaining
    const organizations = await selectOrganizationsOf(tx, ctx.actor.userId)
    const { name, deletes_at } = organizations.find((organization) => organization.id === id) ?? fail('NOT_FOUND')
    const deletesAt = deletes_at ?? new Date(ctx.now.getTime() + deletionGraceDays * dayMs)
    change.after = { name, deletes_at: deletesAt.toISOString() }
    if (deletes_at !== null) return
    if (!organizations.some((other) => other.id !== id && other.deletes_at === null)) fail('ORGANIZATION_LAST')
    await updateOrganizationRow(tx, id, { deletes_at: deletesAt, deletion_reminded_at: null })
    await enqueueDeletionEmail(tx, id, 'scheduled')
  })
  return getOrganization(ctx, id)
}

/** The organization is not deleted. One that is not going to be stays as it is. Owners only. */
export async function keepOrganization(ctx: OrganizationContext<UserContext>): Promise<Organization> {
  const { id } = ctx.organization
  await mutate(ctx, { action: 'organization.keep', entity: 'organization', entityId: id }, async (tx, change) => {
    const { name } = (await lockOrganizationForUpdate(tx, id)) ?? fail('NOT_FOUND')
    change.after = { name }
    await updateOrganizationRow(tx, id, { deletes_at: null, deletion_reminded_at: null })
  })
  return getOrganization(ctx, id)
}
