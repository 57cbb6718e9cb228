import { z } from 'zod'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteClicksOfLink, deleteClicksOfProject } from './queries/index.ts'

/** What the store has of a link's clicks, for good. Clicks that are still on their way arrive later. Refuses a link that isn't in the project. */
export async function deleteLinkClicks(deps: Pick<Deps, 'clickhouse' | 'db' | 'origins'>, project: Project, linkId: string): Promise<void> {
  const link = await findLink(deps, project, linkId)
  await deleteClicksOfLink(deps.clickhouse, project.id, link.url_id)
}

/** What the store has of a project's clicks, for good. Clicks that are still on their way arrive later. */
export function deleteProjectClicks({ clickhouse }: Pick<Deps, 'clickhouse'>, project: Pick<Project, 'id'>): Promise<void> {
  return deleteClicksOfProject(clickhouse, project.id)
}

/** Added by a trigger whenever a row of `projects` goes, also with its organization; an hour later, when its last clicks have come from the journals. */
export const forgetProjectTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId: z.uuid() })

/** The background job: a project that is deleted takes its clicks with it. Done again it finds nothing. */
export function forgetProjectClicks(deps: Pick<Deps, 'clickhouse'>, payload: unknown): Promise<void> {
  const { projectId } = deletedProject.parse(payload)
  return deleteProjectClicks(deps, { id: projectId })
}
