import { organizationCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { inviteMember } from '../invitations/invite-member.ts'
import { changeRole } from './change-role.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { transferOwnership } from './transfer-ownership.ts'

const calls = organizationCall.members

export function memberRoutes(deps: Pick<Deps, 'ids'>) {
  return {
    list: calls.list.handler(({ context }) => listMembers(context.ctx)),
    invite: calls.invite.handler(({ context, input }) => inviteMember(deps, context.ctx, input.body)),
    changeRole: calls.changeRole.handler(({ context, input }) => changeRole(context.ctx, input.params.userId, input.body.role)),
    transferOwnership: calls.transferOwnership.handler(({ context, input }) => transferOwnership(context.ctx, input.params.userId)),
    remove: calls.remove.handler(({ context, input }) => removeMember(context.ctx, input.params.userId)),
  }
}
