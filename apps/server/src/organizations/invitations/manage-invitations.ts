import { type Invitation, type InvitationId, invitationLifetimeMs } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, read, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import { lockOpenInvitation, selectOpenInvitationRole, selectOpenInvitations, updateInvitation } from './invitation-table.ts'
import { enqueueInvitationEmail } from './send-invitation-email.ts'
import { spendInvitation } from './spend-invitation.ts'
import { toInvitation } from './to-invitation.ts'

/** Owners only. */
export async function listInvitations(ctx: OrganizationContext<UserContext>): Promise<Invitation[]> {
  const { organization, now } = ctx
  return (await read(ctx, (tx) => selectOpenInvitations(tx, organization.id))).map((row) => toInvitation(row, now))
}

/**
 * Sends the email again; links of earlier emails work too. Owners only; that of an owner needs a recent sign-in. Throws
 * NOT_FOUND for one that was accepted or revoked, TOO_MANY_REQUESTS.
 */
export async function resendInvitation(ctx: OrganizationContext<UserContext>, id: InvitationId): Promise<Invitation> {
  const { organization, now } = ctx
  const role = await read(ctx, (tx) => selectOpenInvitationRole(tx, organization.id, id))
  if (role === 'owner') await requireRecentSignIn(ctx)
  const mutation = { action: 'invitation.resend', entity: 'invitation', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const invitation = (await lockOpenInvitation(tx, organization.id, id)) ?? fail('NOT_FOUND')
    await spendInvitation(tx, ctx, invitation.email)
    const renewed = { invited_by: ctx.actor.userId, invited_at: now, expires_at: new Date(now.getTime() + invitationLifetimeMs) }
    await updateInvitation(tx, id, renewed)
    await enqueueInvitationEmail(tx, ctx, id)
    Object.assign(change, { before: { expires_at: invitation.expires_at }, after: { expires_at: renewed.expires_at } })
    return toInvitation({ ...invitation, ...renewed }, now)
  })
}

/** Owners only. Throws NOT_FOUND for one that was accepted or revoked. */
export function revokeInvitation(ctx: OrganizationContext<UserContext>, id: InvitationId): Promise<void> {
  const mutation = { action: 'invitation.revoke', entity: 'invitation', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const { email, role } = (await lockOpenInvitation(tx, ctx.organization.id, id)) ?? fail('NOT_FOUND')
    change.before = { email, role }
    await updateInvitation(tx, id, { revoked_at: ctx.now })
  })
}
