import type { Organization } from '@linkshelf/contract'
import { fail, type Person } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type Tx, withOrganizationScope } from '../platform/postgres/postgres.ts'
import { createProjectIn } from '../projects/index.ts'
import { listOrganizations } from './list-organizations.ts'
import { insertMember, insertOrganization } from './organization-table.ts'

const firstProject = { name: 'My links', description: 'Links of this organization' }

/** Gives back the new organization's id. */
export async function createOrganization(deps: Pick<Deps, 'db' | 'clock' | 'ids'>, owner: Person, name: string): Promise<string> {
  const id = deps.ids.next()
  await withOrganizationScope(deps.db, id, (tx) => createOrganizationIn(tx, deps, owner, { id, name }))
  return id
}

/**
 * A Free organization owned by this person, with one active project, so that its first screen is never empty-handed.
 * The transaction is one of the new organization (`withOrganizationScope` with its id).
 */
export async function createOrganizationIn(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  owner: Person,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await insertOrganization(tx, { id, name, createdAt: clock.now() })
  await insertMember(tx, id, { userId: owner.userId, role: 'owner', createdAt: clock.now() })
  await createProjectIn(tx, { clock, ids }, id, firstProject)
}

export async function createOrganizationShown(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  owner: Person,
  name: string,
): Promise<Organization> {
  const id = await createOrganization(deps, owner, name)
  return findOrganizationShown(deps, owner, id)
}

/** One of the person's own organizations, whole. Refuses one that is gone. */
export async function findOrganizationShown(deps: Pick<Deps, 'db'>, person: Person, id: string): Promise<Organization> {
  return (await listOrganizations(deps, person)).find((organization) => organization.id === id) ?? fail('NOT_FOUND')
}
