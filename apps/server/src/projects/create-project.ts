import type { Project, ProjectDraft } from '@linkshelf/contract'
import { changingOrganization } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { insertProject } from './project-table.ts'
import { showProject } from './show-project.ts'

/** Refuses when the organization was deleted meanwhile. */
export function createProject(
  { db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>,
  organizationId: string,
  draft: ProjectDraft,
): Promise<Project> {
  return changingOrganization(db, organizationId, (tx) => createProjectIn(tx, { clock, ids }, organizationId, draft))
}

/** Within the transaction that makes the organization. */
export async function createProjectIn(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  organizationId: string,
  draft: ProjectDraft,
): Promise<Project> {
  return showProject(await insertProject(tx, organizationId, { id: ids.next(), ...draft, createdAt: clock.now() }))
}
