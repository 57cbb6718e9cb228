import { inOrganizationCall, ownerCall, signedInCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createOrganizationShown } from './create-organization.ts'
import { deleteOrganization, renameOrganization } from './edit-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { listMembers, removeMember } from './organization-members.ts'

const anyone = signedInCall.organizations
const members = inOrganizationCall.organizations
const owners = ownerCall.organizations

export function organizationRoutes(deps: Deps) {
  return {
    list: anyone.list.handler(({ context }) => listOrganizations(deps, context.person)),
    create: anyone.create.handler(({ context, input }) => createOrganizationShown(deps, context.person, input.body.name)),
    update: owners.update.handler(({ context, input }) => renameOrganization(deps, context.person, context.organization, input.body.name)),
    delete: owners.delete.handler(({ context }) => deleteOrganization(deps, context.person, context.organization)),
    listMembers: members.listMembers.handler(({ context }) => listMembers(deps, context.organization)),
    removeMember: members.removeMember.handler(({ context, input }) =>
      removeMember(deps, context.organization, context.person, input.params.userId),
    ),
  }
}
