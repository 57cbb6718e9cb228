import type { Member } from '@linkshelf/contract'
import { changingOrganization, fail, type Organization, type Person } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import { deleteMember, lockMembers, selectMembers } from './organization-table.ts'

export function listMembers({ db }: Pick<Deps, 'db'>, organization: Organization): Promise<Member[]> {
  return withOrganizationScope(db, organization.id, (tx) => selectMembers(tx, organization.id))
}

/** Owners take anybody out, members only themselves. Refuses the last owner. */
export async function removeMember({ db }: Pick<Deps, 'db'>, organization: Organization, person: Person, userId: string): Promise<void> {
  await changingOrganization(db, organization.id, async (tx) => {
    const members = await lockMembers(tx, organization.id)
    const leaving = members.find((member) => member.user_id === userId)
    if (leaving === undefined || (organization.role !== 'owner' && userId !== person.userId)) fail('NOT_FOUND')
    if (leaving.role === 'owner' && members.filter((member) => member.role === 'owner').length === 1) fail('MEMBER_LAST_OWNER')
    await deleteMember(tx, organization.id, userId)
  })
}
