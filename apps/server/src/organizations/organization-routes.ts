import { inOrganizationCall, ownerCall, signedInCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { createOrganizationShown } from './create-organization.ts'
import { deleteOrganization, renameOrganization } from './edit-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { listMembers, removeMember } from './organization-members.ts'

const anyone = signedInCall.organizations
const members = inOrganizationCall.organizations
const owners = ownerCall.organizations

export function organizationRoutes(platform: Platform) {
  return {
    list: anyone.list.handler(({ context }) => listOrganizations(platform, context.person)),
    create: anyone.create.handler(({ context, input }) => createOrganizationShown(platform, context.person, input.body.name)),
    edit: owners.edit.handler(({ context, input }) => renameOrganization(platform, context.person, context.organization, input.body.name)),
    delete: owners.delete.handler(({ context }) => deleteOrganization(platform, context.person, context.organization)),
    listMembers: members.listMembers.handler(({ context }) => listMembers(platform, context.organization)),
    removeMember: members.removeMember.handler(({ context, input }) =>
      removeMember(platform, context.organization, context.person, input.params.userId),
    ),
  }
}
