import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, organizationParams, projectParams, timeZoneName } from '../call.ts'
import { deletionGraceDays } from '../data-transfer/data-rules.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { packageName } from '../plans.ts'
import { maxCharacters, nameText, ownerName, visibleText } from '../text.ts'
import { memberRoles } from './member-rules.ts'
import { organizationFormMessages, organizationNameMaxLength } from './organization-rules.ts'
import { projectDescriptionMaxLength, projectMessages, projectNameMaxLength } from './project-rules.ts'

export * from './organization-rules.ts'
export * from './project-rules.ts'

/** The default of dashboard_days. */
export const defaultDashboardDays = 30

export const project = z.object({
  project_id: uuid,
  id: uuid,
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'archived']),
  /** IANA name; schedules of its store are entered and shown in it. */
  time_zone: z.string(),
  link_count: z.number().int().describe('Links that count towards the limit of the plan: archived ones too'),
  organization_id: uuid,
  organizationId: uuid,
})

export const organization = z.object({
  organization_id: uuid,
  id: uuid,
  name: z.string(),
  role: z.enum(memberRoles),
  package: packageName,
  payment_period: z.enum(['monthly', 'yearly']).nullable(),
  product_page_enabled: z.boolean(),
  store_page_enabled: z.boolean(),
  full_analytics_enabled: z.boolean(),
  dashboard_days: z.number().int(),
  /** When it will be deleted, unless an owner keeps it; null for one that stays. */
  deletes_at: instant.nullable(),
  projects: z.array(project),
})

const organizationName = ownerName(organizationFormMessages.nameRequired).check(maxCharacters(organizationNameMaxLength))

export const organizationDraft = mini.strictObject({ name: organizationName })

const projectName = nameText(projectMessages.fieldsRequired).check(maxCharacters(projectNameMaxLength))
const projectDescription = visibleText(projectMessages.fieldsRequired).check(maxCharacters(projectDescriptionMaxLength))

const projectArchived = mini.optional(mini.boolean())

/** By default, a project is not archived and in UTC. */
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

export const organizations = {
  list: call({ method: 'GET', path: '/v1/organizations', summary: 'The organizations you belong to, with their projects' }).output(
    z.array(organization),
  ),
  create: call({
    method: 'POST',
    path: '/v1/organizations',
    successStatus: 201,
    summary: 'Create an organization with one active project',
    isForUsersOnly: true,
  })
    .input(z.object({ body: organizationDraft }))
    .output(organization),
  update: call({ method: 'PATCH', path: '/v1/organizations/{orgId}', summary: 'Rename an organization', ownerTask: 'rename' })
    .input(z.object({ params: organizationParams, body: organizationDraft }))
    .output(organization),
  delete: call({
    method: 'DELETE',
    path: '/v1/organizations/{orgId}',
    summary: `Delete an organization and everything in it after ${deletionGraceDays} days; until then its links redirect, and it can be kept`,
    needsRecentSignIn: 'always',
    isForUsersOnly: true,
    ownerTask: 'deleteOrganization',
  })
    .input(z.object({ params: organizationParams }))
    .output(organization)
    .errors(errors('ORGANIZATION_LAST')),
  keep: call({
    method: 'POST',
    path: '/v1/organizations/{orgId}/keep',
    summary: 'Keep an organization that was going to be deleted',
    isForUsersOnly: true,
    ownerTask: 'deleteOrganization',
  })
    .input(z.object({ params: organizationParams }))
    .output(organization),
}

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

export type Organization = z.infer<typeof organization>
export type Project = z.infer<typeof project>
export type OrganizationDraft = z.output<typeof organizationDraft>
export type ProjectDraft = z.output<typeof projectDraft>
export type ProjectUpdate = z.output<typeof projectUpdate>
