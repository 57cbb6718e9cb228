import { deletionGraceDays } from '@linkshelf/contract'
import type { OrganizationContext, UserContext } from '../../src/access/index.ts'
import { deleteOrganization } from '../../src/organizations/deletion/delete-organizations.ts'
import { requestDeletion } from '../../src/organizations/organizations.ts'

/** Requests the deletion of an organization and runs the deletion job, without the grace period in between. */
export async function deleteOrganizationNow(ctx: OrganizationContext<UserContext>): Promise<void> {
  await requestDeletion(ctx)
  await deleteOrganization({ ...ctx, now: new Date(ctx.now.getTime() + deletionGraceDays * 86_400_000) })
}
