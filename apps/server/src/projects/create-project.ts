import type { Project, ProjectDraft } from '@linkshelf/contract'
import { changingOrganization } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { Tx } from '../platform/postgres.ts'
import { insertProject } from './project-table.ts'
import { showProject } from './show-project.ts'

/** Refuses when the organization was deleted meanwhile. */
export function createProject(
  { db, clock, ids }: Pick<Platform, 'db' | 'clock' | 'ids'>,
  organizationId: string,
  draft: ProjectDraft,
): Promise<Project> {
  return changingOrganization(db, organizationId, (tx) => createProjectIn(tx, { clock, ids }, organizationId, draft))
}

/** Within the transaction that makes the organization. */
export async function createProjectIn(
  tx: Tx,
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  organizationId: string,
  draft: ProjectDraft,
): Promise<Project> {
  return showProject(await insertProject(tx, organizationId, { id: ids.next(), ...draft, createdAt: clock.now() }))
}
