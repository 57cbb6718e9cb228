import { projectId } from '@linkshelf/contract'
import { z } from 'zod'
import type { Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteClicksOfProject } from './clicks-table.ts'

/** Deletes a project's stored clicks. Clicks that are still in a journal arrive later. */
export function deleteProjectClicks({ clickhouse }: Pick<Deps, 'clickhouse'>, project: Pick<Project, 'id'>): Promise<void> {
  return deleteClicksOfProject(clickhouse, project.id)
}

/**
 * A trigger on `projects` enqueues this task when a row is deleted, with its organization too; it runs an hour later, when the last clicks have been
 * shipped. The trigger of an applied migration names the task.
 */
export const purgeProjectClicksTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId })

/** The background job that deletes the clicks of a deleted project. Repeated, it finds nothing. */
export function purgeProjectClicks({ clickhouse }: Pick<Deps, 'clickhouse'>, payload: unknown): Promise<void> {
  return deleteClicksOfProject(clickhouse, deletedProject.parse(payload).projectId)
}
