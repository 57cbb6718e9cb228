import { z } from 'zod'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteClicksOfLink, deleteClicksOfProject } from './questions/index.ts'

/** What the store has of a link's clicks, for good. Clicks that are still on their way arrive later. Refuses a link that isn't in the project. */
export async function deleteLinkClicks(
  platform: Pick<Platform, 'clickhouse' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
): Promise<void> {
  const link = await findLink(platform, project, linkId)
  await deleteClicksOfLink(platform.clickhouse, project.id, link.url_id)
}

/** What the store has of a project's clicks, for good. Clicks that are still on their way arrive later. */
export function deleteProjectClicks({ clickhouse }: Pick<Platform, 'clickhouse'>, project: Pick<Project, 'id'>): Promise<void> {
  return deleteClicksOfProject(clickhouse, project.id)
}

/** Added by a trigger whenever a row of `projects` goes, also with its organization; an hour later, when its last clicks have come from the journals. */
export const forgetProjectTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId: z.uuid() })

/** The background job: a project that is deleted takes its clicks with it. Done again it finds nothing. */
export function forgetProjectClicks(platform: Pick<Platform, 'clickhouse'>, payload: unknown): Promise<void> {
  const { projectId } = deletedProject.parse(payload)
  return deleteProjectClicks(platform, { id: projectId })
}
