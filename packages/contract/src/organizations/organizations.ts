import { z } from 'zod'
import * as mini from 'zod/mini'
import { memberRoles } from '../access/roles.ts'
import { call, instant, organizationParams } from '../call.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { packageName } from '../plan-limits.ts'
import { project } from '../projects/projects.ts'
import { maxCharacters, ownerName } from '../text.ts'

/** An organization or account is deleted this many days after the request. Until then, the deletion can be canceled. */
export const deletionGraceDays = 14
/** Owners are reminded this many days before their organization is deleted. */
export const organizationReminderDays = 2

export const organizationNameMaxLength = 120

export const organizationFormMessages = {
  nameRequired: 'Organization name is required',
  created: 'Organization created',
  createFailed: 'The organization could not be created',
  renamed: 'Organization renamed',
  renameFailed: 'The organization could not be renamed',
} as const

export const organization = z.object({
  organization_id: uuid,
  id: uuid,
  name: z.string(),
  role: z.enum(memberRoles),
  package: packageName,
  payment_period: z.enum(['monthly', 'yearly']).nullable(),
  /** Whether the instance has plans. If not, nothing can be bought and no package limits apply. */
  has_plans: z.boolean(),
  product_page_enabled: z.boolean(),
  store_page_enabled: z.boolean(),
  full_analytics_enabled: z.boolean(),
  dashboard_days: z.number().int(),
  /** Package limits that the operator raised for this organization, by name. */
  raised_limits: z.record(z.string(), z.number()),
  second_factor_required: z.boolean(),
  /** Whether a second factor is required and the caller has none. Other calls about the organization then fail. */
  second_factor_missing: z.boolean(),
  /** When the organization will be deleted, unless an owner cancels the deletion. Null if no deletion is scheduled. */
  deletes_at: instant.nullable(),
  projects: z.array(project),
})

const organizationName = ownerName(organizationFormMessages.nameRequired).check(maxCharacters(organizationNameMaxLength))

export const organizationDraft = mini.strictObject({ name: organizationName })

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
  requireSecondFactor: call({
    method: 'PUT',
    path: '/v1/organizations/{orgId}/second-factor',
    summary: 'Require a second factor from all members, or stop requiring it',
    needsRecentSignIn: 'always',
    isForUsersOnly: true,
    ownerTask: 'people',
  })
    .input(z.object({ params: organizationParams, body: z.strictObject({ required: z.boolean() }) }))
    .output(organization)
    .errors(errors('SECOND_FACTOR_MISSING')),
  delete: call({
    method: 'DELETE',
    path: '/v1/organizations/{orgId}',
    summary: `Delete an organization and everything in it after ${deletionGraceDays} days; until then its links redirect, and the deletion can be canceled`,
    needsRecentSignIn: 'always',
    isForUsersOnly: true,
    ownerTask: 'deleteOrganization',
  })
    .input(z.object({ params: organizationParams }))
    .output(organization)
    .errors(errors('ORGANIZATION_LAST')),
  cancelDeletion: call({
    method: 'DELETE',
    path: '/v1/organizations/{orgId}/deletion',
    summary: 'Cancel the deletion of an organization',
    isForUsersOnly: true,
    ownerTask: 'deleteOrganization',
  })
    .input(z.object({ params: organizationParams }))
    .output(organization),
  keep: call({
    method: 'POST',
    path: '/v1/organizations/{orgId}/keep',
    summary: 'The earlier path of DELETE /v1/organizations/{orgId}/deletion',
    deprecated: true,
    isForUsersOnly: true,
    ownerTask: 'deleteOrganization',
  })
    .input(z.object({ params: organizationParams }))
    .output(organization),
}

export type Organization = z.infer<typeof organization>
