import type { AccessEnder } from '../../access/index.ts'
import { selectOpenInvitations, updateInvitation } from './invitation-table.ts'

/** Revokes the open invitations into the organization. */
export const endInvitations: AccessEnder = async ({ step, inspect, ctx }) => {
  const invitations = (await inspect(ctx, (tx) => selectOpenInvitations(tx, ctx.organization.id))) ?? []
  for (const { id, email, role } of invitations) {
    await step(ctx, { action: 'invitation.revoke', entity: 'invitation', entityId: id }, async (tx, change) => {
      change.before = { email, role }
      await updateInvitation(tx, id, { revoked_at: ctx.now })
    })
  }
  return invitations.map(({ email }) => ({ kind: 'invitation', name: email }))
}
