// How everything that writes begins: it first holds what it works in, so that nobody deletes that meanwhile. Holds are always taken in this order,
// organization, project, what is in the project, and whoever deletes one waits for its holders before anything else: nobody waits in a circle.
import { type Db, type Tx, withOrganizationScope } from '../platform/postgres/postgres.ts'
import { fail } from './app-error.ts'
import type { Project } from './reach.ts'

/** `inProject` for what writes in a project. Refuses when the project, or its organization, was deleted since it was looked up. */
export function changingProject<T>(db: Db, project: Pick<Project, 'id' | 'organizationId'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withOrganizationScope(db, project.organizationId, async (tx) => {
    await holdProject(tx, project)
    return work(tx)
  })
}

/** The same for what an organization holds besides: its projects themselves, its members. */
export function changingOrganization<T>(db: Db, organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withOrganizationScope(db, organizationId, async (tx) => {
    const held = await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forKeyShare().executeTakeFirst()
    if (held === undefined) fail('NOT_FOUND')
    return work(tx)
  })
}

/** For a transaction that sees more than the project's organization; to be called first in it. Refuses a project that is gone. */
export async function holdProject(tx: Tx, { id, organizationId }: Pick<Project, 'id' | 'organizationId'>): Promise<void> {
  const held = await tx
    .selectFrom('organizations')
    .innerJoin('projects', 'projects.organization_id', 'organizations.id')
    .select('projects.id')
    .where('organizations.id', '=', organizationId)
    .where('projects.id', '=', id)
    .forKeyShare(['organizations', 'projects']) // they are locked as they are named here
    .executeTakeFirst()
  if (held === undefined) fail('NOT_FOUND')
}
