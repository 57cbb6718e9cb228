import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, organizationParams, projectParams, timeZoneName } from '../call.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { maxCharacters, nameText, visibleText } from '../text.ts'

export const projectMessages = {
  fieldsRequired: 'Project name and description cannot be empty',
  createFailed: 'Failed to create project',
  updateFailed: 'Failed to update project',
  deleteFailed: 'Failed to delete project',
  cannotDelete: 'Cannot Delete Project',
  cannotArchive: 'Cannot Archive Project',
} as const

export const projectNameMaxLength = 120
export const projectDescriptionMaxLength = 1_000

/** Whether the project is the only active project of its organization. Such a project can't be archived or deleted. */
export function isLastActive(projects: readonly { id: string; status: 'active' | 'archived' }[], projectId: string): boolean {
  const active = projects.filter((project) => project.status === 'active')
  return active.length === 1 && active[0]?.id === projectId
}

export const project = z.object({
  project_id: uuid,
  id: uuid,
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'archived']),
  /** IANA time zone name. The store's schedules are entered and shown in this time zone. */
  time_zone: z.string(),
  primary_domain_id: z.nullable(uuid).describe('The domain of new links; null for the default domain'),
  link_count: z.number().int().describe('Links that count towards the plan’s limit, including archived links and links of products'),
  organization_id: uuid,
  organizationId: uuid,
})

const projectName = nameText(projectMessages.fieldsRequired).check(maxCharacters(projectNameMaxLength))
const projectDescription = visibleText(projectMessages.fieldsRequired).check(maxCharacters(projectDescriptionMaxLength))

const projectArchived = mini.optional(mini.boolean())

/** By default, a project is not archived, and its time zone is UTC. */
export const projectDraft = mini.strictObject({
  name: projectName,
  description: projectDescription,
  archived: projectArchived,
  time_zone: z.optional(timeZoneName),
})
export const projectUpdate = z.strictObject({
  name: z.optional(projectName),
  description: z.optional(projectDescription),
  archived: projectArchived,
  time_zone: z.optional(timeZoneName),
})

export const projects = {
  create: call({ method: 'POST', path: '/v1/{orgId}/projects', successStatus: 201, summary: 'Create a project' })
    .input(z.object({ params: organizationParams, body: projectDraft }))
    .output(project),
  update: call({ method: 'PATCH', path: '/v1/{orgId}/projects/{projectId}', summary: 'Rename, describe, archive or unarchive a project' })
    .input(z.object({ params: projectParams, body: projectUpdate }))
    .output(project)
    .errors(errors('PROJECT_LAST_ACTIVE_ARCHIVE')),
  archive: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/archive', summary: 'Archive a project and its links' })
    .input(z.object({ params: projectParams }))
    .output(project)
    .errors(errors('PROJECT_LAST_ACTIVE_ARCHIVE')),
  unarchive: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/unarchive',
    summary: 'Unarchive a project; its links stay archived',
  })
    .input(z.object({ params: projectParams }))
    .output(project),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}',
    successStatus: 204,
    summary: 'Delete a project and its links',
    needsRecentSignIn: 'always',
    ownerTask: 'deleteProjects',
  })
    .input(z.object({ params: projectParams }))
    .output(z.void())
    .errors(errors('PROJECT_LAST_ACTIVE_DELETE')),
}

export type Project = z.infer<typeof project>
export type ProjectDraft = z.output<typeof projectDraft>
export type ProjectUpdate = z.output<typeof projectUpdate>
