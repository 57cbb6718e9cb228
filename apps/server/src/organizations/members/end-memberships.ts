import type { AccessEnder } from '../../access/index.ts'
import { deleteMember, selectMembers, updateRole } from '../member-table.ts'
import { removalOf } from './remove-member.ts'

/**
 * Removes every other member of the organization. The user is its owner again, whatever the others have made of that.
 */
export const endMemberships: AccessEnder = async ({ step, inspect, ctx }) => {
  const { actor, organization } = ctx
  const members = (await inspect(ctx, (tx) => selectMembers(tx, organization.id))) ?? []
  // First, so that at no time the organization has no owner.
  const own = members.find(({ user_id }) => user_id === actor.userId)
  if (own !== undefined && own.role !== 'owner') {
    const mutation = { action: 'member.change_role', entity: 'member', entityId: actor.userId, lock: 'members' } as const
    await step(ctx, mutation, async (tx, change) => {
      Object.assign(change, { before: { role: own.role }, after: { role: 'owner' } })
      await updateRole(tx, organization.id, actor.userId, 'owner')
    })
  }
  const others = members.filter(({ user_id }) => user_id !== actor.userId)
  for (const { user_id, role } of others) {
    await step(ctx, removalOf(user_id), async (tx, change) => {
      change.before = { user_id, role }
      await deleteMember(tx, organization.id, user_id)
    })
  }
  return others.map(({ email }) => ({ kind: 'member', name: email }))
}
