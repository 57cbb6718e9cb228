import { inOrganizationCall, inProjectCall, projectOwnerCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { archiveProject, unarchiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { editProject } from './edit-project.ts'

const calls = inProjectCall.projects

export function projectRoutes(deps: Deps) {
  return {
    create: inOrganizationCall.projects.create.handler(({ context, input }) => createProject(deps, context.organization.id, input.body)),
    update: calls.update.handler(({ context, input }) => editProject(deps, context.project, input.body)),
    archive: calls.archive.handler(({ context }) => archiveProject(deps, context.project)),
    unarchive: calls.unarchive.handler(({ context }) => unarchiveProject(deps, context.project)),
    delete: projectOwnerCall.projects.delete.handler(({ context }) => deleteProject(deps, context.project)),
  }
}
