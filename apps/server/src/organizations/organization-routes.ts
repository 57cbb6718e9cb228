import { organizationCall, signedInCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createOrganization } from './create-organization.ts'
import { keepOrganization, requestDeletion } from './deletion/request-deletion.ts'
import { listOrganizations } from './list-organizations.ts'
import { updateOrganization } from './update-organization.ts'

const userCalls = signedInCall.organizations
const calls = organizationCall.organizations

export function organizationRoutes(deps: Deps) {
  return {
    list: userCalls.list.handler(({ context }) => listOrganizations(context.ctx)),
    create: userCalls.create.handler(({ context, input }) => createOrganization(deps, context.ctx, input.body.name)),
    update: calls.update.handler(({ context, input }) => updateOrganization(context.ctx, input.body)),
    delete: calls.delete.handler(({ context }) => requestDeletion(context.ctx)),
    keep: calls.keep.handler(({ context }) => keepOrganization(context.ctx)),
  }
}
