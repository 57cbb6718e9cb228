import { inOrganizationCall, inProjectCall, projectOwnerCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { archiveProject, unarchiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { editProject } from './edit-project.ts'

const calls = inProjectCall.projects

export function projectRoutes(platform: Platform) {
  return {
    create: inOrganizationCall.projects.create.handler(({ context, input }) =>
      createProject(platform, context.organization.id, input.body),
    ),
    edit: calls.edit.handler(({ context, input }) => editProject(platform, context.project, input.body)),
    archive: calls.archive.handler(({ context }) => archiveProject(platform, context.project)),
    unarchive: calls.unarchive.handler(({ context }) => unarchiveProject(platform, context.project)),
    delete: projectOwnerCall.projects.delete.handler(({ context }) => deleteProject(platform, context.project)),
  }
}
