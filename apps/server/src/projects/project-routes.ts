import { organizationCall, projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { archiveProject, unarchiveProject, updateProject } from './update-project.ts'

const calls = projectCall.projects

export function projectRoutes(deps: Deps) {
  return {
    create: organizationCall.projects.create.handler(({ context, input }) => createProject(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) => updateProject(context.ctx, input.body)),
    archive: calls.archive.handler(({ context }) => archiveProject(context.ctx)),
    unarchive: calls.unarchive.handler(({ context }) => unarchiveProject(context.ctx)),
    delete: calls.delete.handler(({ context }) => deleteProject(context.ctx)),
  }
}
