import type { Organization as ShownOrganization } from '@linkshelf/contract'
import { fail, type Organization, type Person } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { withOrganizationScope, withUserAndOrganizationScope } from '../platform/postgres/postgres.ts'
import { findOrganizationShown } from './create-organization.ts'
import { deleteOrganizationRow, lockOrganization, lockPerson, selectOrganizationsOf, updateOrganizationName } from './organization-table.ts'

export async function renameOrganization(
  deps: Pick<Deps, 'db'>,
  person: Person,
  organization: Organization,
  name: string,
): Promise<ShownOrganization> {
  await withOrganizationScope(deps.db, organization.id, (tx) => updateOrganizationName(tx, organization.id, name))
  return findOrganizationShown(deps, person, organization.id)
}

/** With everything it holds. Refuses a person's only organization: they would have nowhere to be. */
export async function deleteOrganization({ db }: Pick<Deps, 'db'>, person: Person, organization: Organization): Promise<void> {
  await withUserAndOrganizationScope(db, person.userId, organization.id, async (tx) => {
    if (!(await lockOrganization(tx, organization.id))) fail('NOT_FOUND')
    await lockPerson(tx, person.userId) // two deletions at once would each see the other's organization as left
    if ((await selectOrganizationsOf(tx, person.userId)).length === 1) fail('ORGANIZATION_LAST')
    await deleteOrganizationRow(tx, organization.id)
  })
}
