import {
  formatWait,
  type Invitation,
  type InvitationDraft,
  type InvitationId,
  invitationLifetimeMs,
  invitationsPerAddress,
  rateLimitWindowsMs,
} from '@linkshelf/contract'
import {
  type AccessRevocation,
  fail,
  failRateLimited,
  mutate,
  type OrganizationContext,
  organizationCall,
  publicCall,
  read,
  requireRecentSignIn,
  signedInCall,
  type UserContext,
} from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isMember } from '../member-table.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { enqueueInvitationEmail } from './invitation-email.ts'
import {
  deleteInvitationsExpiredBefore,
  type InvitationRow,
  lockOpenInvitation,
  selectOpenInvitationRole,
  selectOpenInvitations,
  selectOpenInvitationTo,
  updateInvitation,
  upsertInvitation,
} from './invitation-table.ts'

const calls = organizationCall.invitations

/**
 * Creates the routes. `listEmails` returns the email addresses whose invitations the signed-in user can accept. It
 * returns none if the account was deleted.
 */
export function invitationRoutes(listEmails: (ctx: UserContext) => Promise<string[]>) {
  return {
    list: calls.list.handler(({ context }) => listInvitations(context.ctx)),
    resend: calls.resend.handler(({ context, input }) => resendInvitation(context.ctx, input.params.invitationId)),
    revoke: calls.revoke.handler(({ context, input }) => revokeInvitation(context.ctx, input.params.invitationId)),
    get: publicCall.invitations.get.handler(({ context, input }) => getInvitation(context, input.params.token)),
    accept: signedInCall.invitations.accept.handler(async ({ context, input }) => {
      const emails = await listEmails(context.ctx)
      if (emails.length === 0) fail('SIGN_IN_REQUIRED')
      return acceptInvitation(context.ctx, { emails, token: input.body.token })
    }),
  }
}

/** Lists the open invitations. Only owners may call this. */
export async function listInvitations(ctx: OrganizationContext<UserContext>): Promise<Invitation[]> {
  const { organization, now } = ctx
  return (await read(ctx, (tx) => selectOpenInvitations(tx, organization.id))).map((row) => toInvitation(row, now))
}

/**
 * Sends the email again. The links of earlier emails still work. Only owners may call this. If the invited role is
 * owner, it needs a recent sign-in. Throws NOT_FOUND if the invitation was accepted or revoked, or TOO_MANY_REQUESTS.
 */
export async function resendInvitation(ctx: OrganizationContext<UserContext>, id: InvitationId): Promise<Invitation> {
  const { organization, now } = ctx
  const role = await read(ctx, (tx) => selectOpenInvitationRole(tx, organization.id, id))
  if (role === 'owner') await requireRecentSignIn(ctx)
  const mutation = { action: 'invitation.resend', entity: 'invitation', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const invitation = (await lockOpenInvitation(tx, organization.id, id)) ?? fail('NOT_FOUND')
    await rateLimitInvitationEmail(tx, ctx, invitation.email)
    const renewed = { invited_by: ctx.actor.userId, invited_at: now, expires_at: new Date(now.getTime() + invitationLifetimeMs) }
    await updateInvitation(tx, id, renewed)
    await enqueueInvitationEmail(tx, ctx, id)
    change.before = { email: invitation.email, expires_at: invitation.expires_at }
    change.after = { email: invitation.email, expires_at: renewed.expires_at }
    return toInvitation({ ...invitation, ...renewed }, now)
  })
}

/** Revokes the invitation. Only owners may call this. Throws NOT_FOUND if the invitation was accepted or revoked. */
export function revokeInvitation(ctx: OrganizationContext<UserContext>, id: InvitationId): Promise<void> {
  const mutation = { action: 'invitation.revoke', entity: 'invitation', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const { email, role } = (await lockOpenInvitation(tx, ctx.organization.id, id)) ?? fail('NOT_FOUND')
    change.before = { email, role }
    await updateInvitation(tx, id, { revoked_at: ctx.now })
  })
}

/** An identical request within this time sends no second email. */
const repeatedMs = 60_000

/**
 * Invites an address. Only owners may call this. If the invited role is owner, it needs a recent sign-in. An address
 * has at most one open invitation to an organization; inviting it again sends the email again. The response does not
 * reveal whether the address has an account. Throws MEMBER_EXISTS or TOO_MANY_REQUESTS. MEMBER_EXISTS reveals nothing
 * new, because the owner can see the list of members.
 */
export async function inviteMember(
  { ids }: CoreDeps,
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
      await rateLimitInvitationEmail(tx, ctx, email)
      await enqueueInvitationEmail(tx, ctx, invited.id)
    }
    const invitation = invited ?? (await selectOpenInvitationTo(tx, organization.id, email)) ?? fail('NOT_FOUND')
    change.entityId = invitation.id
    change.after = { email: invitation.email, role }
    return toInvitation(invitation, now)
  })
}

/**
 * Counts one invitation email to this address, over all organizations. Throws TOO_MANY_REQUESTS. `mutate` also counts
 * the invitation against the organization's rate limit.
 */
async function rateLimitInvitationEmail(tx: Tx, { rateLimiters }: OrganizationContext, email: string): Promise<void> {
  const limit = { kind: 'invited address', max: invitationsPerAddress, windowMs: rateLimitWindowsMs.invitations }
  const reached = await rateLimiters?.inTransaction(tx).consume({ limit, subject: email.toLowerCase() })
  if (reached === undefined) return
  const { retryAfterSeconds } = reached
  failRateLimited(retryAfterSeconds, `This address has been invited too often within a day. Try again in ${formatWait(retryAfterSeconds)}.`)
}

function toInvitation({ id, email, role, invited_at, expires_at }: InvitationRow, now: Date): Invitation {
  return {
    invitation_id: id,
    email,
    role,
    state: expires_at > now ? 'pending' : 'expired',
    invited_at: invited_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

/** Revokes the open invitations to the organization. */
export const revokeInvitations: AccessRevocation = async ({ step, inspect, ctx }) => {
  const invitations = (await inspect(ctx, (tx) => selectOpenInvitations(tx, ctx.organization.id))) ?? []
  for (const { id, email, role } of invitations) {
    await step(ctx, { action: 'invitation.revoke', entity: 'invitation', entityId: id }, async (tx, change) => {
      change.before = { email, role }
      await updateInvitation(tx, id, { revoked_at: ctx.now })
    })
  }
  return invitations.map(({ email }) => ({ kind: 'invitation', name: email }))
}

/** How long an invitation is stored after it expired. During this time, its link says why it can't be accepted. */
const retentionMs = 30 * 24 * 60 * 60_000

/**
 * The hourly job. Deletes invitations that expired a month ago, including accepted and revoked ones. `db` must be
 * connected as the jobs account.
 */
export async function deleteOldInvitations({ db, clock }: Pick<CoreDeps, 'db' | 'clock'>): Promise<void> {
  await deleteInvitationsExpiredBefore(db, new Date(clock.now().getTime() - retentionMs))
}
