import type { Organization } from '@linkshelf/contract'
import { type Person, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { inTenant, type Tx } from '../platform/postgres.ts'
import { createProjectIn } from '../projects/index.ts'
import { listOrganizations } from './list-organizations.ts'
import { insertMember, insertOrganization } from './organization-table.ts'

const firstProject = { name: 'My links', description: 'Links of this organization' }

/** Gives back the new organization's id. */
export async function createOrganization(platform: Pick<Platform, 'db' | 'clock' | 'ids'>, owner: Person, name: string): Promise<string> {
  const id = platform.ids.next()
  await inTenant(platform.db, id, (tx) => createOrganizationIn(tx, platform, owner, { id, name }))
  return id
}

/**
 * A Free organization owned by this person, with one active project, so that its first screen is never empty-handed.
 * The transaction is one of the new organization (`inTenant` with its id).
 */
export async function createOrganizationIn(
  tx: Tx,
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  owner: Person,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await insertOrganization(tx, { id, name, createdAt: clock.now() })
  await insertMember(tx, id, { userId: owner.userId, role: 'owner', createdAt: clock.now() })
  await createProjectIn(tx, { clock, ids }, id, firstProject)
}

export async function createOrganizationShown(
  platform: Pick<Platform, 'db' | 'clock' | 'ids'>,
  owner: Person,
  name: string,
): Promise<Organization> {
  const id = await createOrganization(platform, owner, name)
  return findOrganizationShown(platform, owner, id)
}

/** One of the person's own organizations, whole. Refuses one that is gone. */
export async function findOrganizationShown(platform: Pick<Platform, 'db'>, person: Person, id: string): Promise<Organization> {
  return (await listOrganizations(platform, person)).find((organization) => organization.id === id) ?? refuse('NOT_FOUND')
}
