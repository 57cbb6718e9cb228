import type { Organization, OrganizationId, UserId } from '@linkshelf/contract'
import { type Change, fail, mutate, type UserContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { insertProject } from '../projects/index.ts'
import { getOrganization } from './list-organizations.ts'
import { insertMember } from './member-table.ts'
import { insertOrganization, lockUserForUpdate } from './organization-table.ts'

const firstProject = { name: 'My links', description: 'Links of this organization' }

/**
 * Creates a Free organization that the user owns, with one active project. Throws SIGN_IN_REQUIRED
 * for a deleted account.
 */
export async function createOrganization(deps: Pick<Deps, 'ids'>, ctx: UserContext, name: string): Promise<Organization> {
  const id = deps.ids.next<OrganizationId>()
  const newOrganization = { ...ctx, organization: { id } }
  const mutation = { action: 'organization.create', entity: 'organization', entityId: id, lock: 'none' } as const
  await mutate(newOrganization, mutation, async (tx, change) => {
    if (!(await lockUserForUpdate(tx, ctx.actor.userId))) fail('SIGN_IN_REQUIRED')
    await insertOwnedOrganization(tx, deps, ctx, { id, name, ownerId: ctx.actor.userId }, change)
  })
  return getOrganization(ctx, id)
}

/** Within the transaction of `mutate` that creates the organization, or the account with its first one. */
export async function insertOwnedOrganization(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { now }: { now: Date },
  { id, name, ownerId }: { id: OrganizationId; name: string; ownerId: UserId },
  change: Change,
): Promise<void> {
  await insertOrganization(tx, { id, name, createdAt: now })
  await insertMember(tx, id, { userId: ownerId, role: 'owner', createdAt: now })
  const project = await insertProject(tx, id, { id: ids.next(), ...firstProject, createdAt: now })
  change.after = { organization: { id, name }, project: { id: project.id, name: project.name } }
}
