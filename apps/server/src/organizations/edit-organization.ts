import type { Organization as ShownOrganization } from '@linkshelf/contract'
import { type Organization, type Person, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { asPersonInTenant, inTenant } from '../platform/postgres.ts'
import { findOrganizationShown } from './create-organization.ts'
import { deleteOrganizationRow, lockOrganization, lockPerson, selectOrganizationsOf, updateOrganizationName } from './organization-table.ts'

export async function renameOrganization(
  platform: Pick<Platform, 'db'>,
  person: Person,
  organization: Organization,
  name: string,
): Promise<ShownOrganization> {
  await inTenant(platform.db, organization.id, (tx) => updateOrganizationName(tx, organization.id, name))
  return findOrganizationShown(platform, person, organization.id)
}

/** With everything it holds. Refuses a person's only organization: they would have nowhere to be. */
export async function deleteOrganization({ db }: Pick<Platform, 'db'>, person: Person, organization: Organization): Promise<void> {
  await asPersonInTenant(db, person.userId, organization.id, async (tx) => {
    if (!(await lockOrganization(tx, organization.id))) refuse('NOT_FOUND')
    await lockPerson(tx, person.userId) // two deletions at once would each see the other's organization as left
    if ((await selectOrganizationsOf(tx, person.userId)).length === 1) refuse('ORGANIZATION_LAST')
    await deleteOrganizationRow(tx, organization.id)
  })
}
