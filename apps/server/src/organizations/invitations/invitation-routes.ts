import { fail, organizationCall, publicCall, signedInCall, type UserContext } from '../../access/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { getInvitation } from './find-invitation.ts'
import { listInvitations, resendInvitation, revokeInvitation } from './manage-invitations.ts'

const calls = organizationCall.invitations

/** `findEmail` returns the address of the signed-in user; undefined when the account is deleted. */
export function invitationRoutes(findEmail: (ctx: UserContext) => Promise<string | undefined>) {
  return {
    list: calls.list.handler(({ context }) => listInvitations(context.ctx)),
    resend: calls.resend.handler(({ context, input }) => resendInvitation(context.ctx, input.params.invitationId)),
    revoke: calls.revoke.handler(({ context, input }) => revokeInvitation(context.ctx, input.params.invitationId)),
    get: publicCall.invitations.get.handler(({ context, input }) => getInvitation(context, input.params.token)),
    accept: signedInCall.invitations.accept.handler(async ({ context, input }) => {
      const email = (await findEmail(context.ctx)) ?? fail('SIGN_IN_REQUIRED')
      return acceptInvitation(context.ctx, { email, token: input.body.token })
    }),
  }
}
