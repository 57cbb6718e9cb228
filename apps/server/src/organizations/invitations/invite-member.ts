import { type Invitation, type InvitationDraft, type InvitationId, invitationLifetimeMs } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { isMember } from '../member-table.ts'
import { selectOpenInvitationTo, upsertInvitation } from './invitation-table.ts'
import { enqueueInvitationEmail } from './send-invitation-email.ts'
import { spendInvitation } from './spend-invitation.ts'
import { toInvitation } from './to-invitation.ts'

/** An equal request within this time sends no second email. */
const repeatedMs = 60_000

/**
 * Owners only; an invitation of an owner needs a recent sign-in. An address has one open invitation into an
 * organization: inviting it again sends its email again. The response does not depend on whether the address has an
 * account. Throws MEMBER_EXISTS, which an owner could see in the list of members, and TOO_MANY_REQUESTS.
 */
export async function inviteMember(
  { ids }: Pick<Deps, 'ids'>,
  ctx: OrganizationContext<UserContext>,
  { email, role }: InvitationDraft,
): Promise<Invitation> {
  const { organization, now } = ctx
  if (role === 'owner') await requireRecentSignIn(ctx)
  return mutate(ctx, { action: 'member.invite', entity: 'invitation' }, async (tx, change) => {
    if (await isMember(tx, organization.id, email)) fail('MEMBER_EXISTS')
    const draft = {
      id: ids.next<InvitationId>(),
      email,
      role,
      invitedBy: ctx.actor.userId,
      invitedAt: now,
      expiresAt: new Date(now.getTime() + invitationLifetimeMs),
    }
    const invited = await upsertInvitation(tx, organization.id, draft, new Date(now.getTime() - repeatedMs))
    if (invited !== undefined) {
      await spendInvitation(tx, ctx, email)
      await enqueueInvitationEmail(tx, ctx, invited.id)
    }
    const invitation = invited ?? (await selectOpenInvitationTo(tx, organization.id, email)) ?? fail('NOT_FOUND')
    Object.assign(change, { entityId: invitation.id, after: { email: invitation.email, role } })
    return toInvitation(invitation, now)
  })
}
