import type { ErrorCode, Organization, OrganizationId, ReceivedInvitation } from '@linkshelf/contract'
import { fail, mutate, type RequestContext, read, type UserContext } from '../../access/index.ts'
import { insertMember, isOwner } from '../member-table.ts'
import { listOrganizations } from '../organizations.ts'
import {
  type FoundInvitation,
  type InvitationRow,
  lockInvitationForUpdate,
  parseInvitationToken,
  selectInvitationByToken,
  updateInvitation,
} from './invitation-table.ts'

const errorByState = {
  expired: 'INVITATION_EXPIRED',
  accepted: 'INVITATION_USED',
  revoked: 'INVITATION_NOT_FOUND',
} as const satisfies Record<Exclude<ReceivedInvitation['state'], 'pending'>, ErrorCode>

/**
 * Makes the user a member of the organization, and returns the organization. If the user accepts again, returns the
 * organization again. The role of an existing member does not change. Throws INVITATION_NOT_FOUND if there is no such
 * invitation, if it was revoked, or if its sender is no longer an owner. Throws INVITATION_EXPIRED, INVITATION_USED or
 * INVITATION_FOR_OTHER_ADDRESS.
 */
export async function acceptInvitation(
  ctx: UserContext,
  { emails, token }: { emails: readonly string[]; token: string },
): Promise<Organization> {
  const invitation = (await findInvitation(ctx, token)) ?? fail('INVITATION_NOT_FOUND')
  const email = invitation.email.toLowerCase()
  if (!emails.some((own) => own.toLowerCase() === email)) fail('INVITATION_FOR_OTHER_ADDRESS')
  if (invitation.state === 'pending') await joinOrganization(ctx, invitation)
  else if (invitation.accepted_by !== ctx.actor.userId) fail(errorByState[invitation.state])
  const organizations = await listOrganizations(ctx)
  // If the member was removed after joining, the link of the accepted invitation does not work again.
  return organizations.find(({ id }) => id === invitation.organization_id) ?? fail('INVITATION_USED')
}

/**
 * Locks the invitation and adds the user with its role, because an owner may have changed the role since it was read.
 * If two requests join at once, the second finds the invitation accepted.
 */
async function joinOrganization(ctx: UserContext, { id, organization_id }: TokenInvitation): Promise<void> {
  const { userId } = ctx.actor
  const joining = { ...ctx, organization: { id: organization_id } }
  const mutation = { action: 'invitation.accept', entity: 'invitation', entityId: id, lock: 'joining' } as const
  await mutate(joining, mutation, async (tx, change) => {
    const locked = (await lockInvitationForUpdate(tx, organization_id, id)) ?? fail('INVITATION_NOT_FOUND')
    const state = computeState(locked, ctx.now)
    change.after = { user_id: userId, role: locked.role }
    if (state === 'accepted' && locked.accepted_by === userId) return
    if (state !== 'pending') fail(errorByState[state])
    if (locked.invited_by !== null && !(await isOwner(tx, organization_id, locked.invited_by))) fail('INVITATION_NOT_FOUND')
    await updateInvitation(tx, id, { accepted_at: ctx.now, accepted_by: userId })
    await insertMember(tx, organization_id, { userId, role: locked.role, createdAt: ctx.now })
  })
}

export type TokenInvitation = FoundInvitation & { organization_id: OrganizationId; state: ReceivedInvitation['state'] }

type ReadContext = Omit<RequestContext, 'actor'>

/**
 * Finds the invitation whose link contains this token, in any state. Returns undefined if no invitation has the token.
 * Whoever has the token may read the invitation.
 */
export async function findInvitation(ctx: ReadContext, token: string): Promise<TokenInvitation | undefined> {
  const parsed = parseInvitationToken(token)
  if (parsed === undefined) return undefined
  const id = parsed.organizationId
  const reader = { ...ctx, actor: { kind: 'system', name: 'invitation' } as const, organization: { id } }
  const found = await read(reader, (tx) => selectInvitationByToken(tx, parsed.hash))
  return found && { ...found, organization_id: id, state: computeState(found, ctx.now) }
}

/** Returns the invitation whose link contains this token. Throws INVITATION_NOT_FOUND if there is none. */
export async function getInvitation(ctx: ReadContext, token: string): Promise<ReceivedInvitation> {
  const invitation = (await findInvitation(ctx, token)) ?? fail('INVITATION_NOT_FOUND')
  const { state, organization_id, organization_name, email, role, has_account } = invitation
  return { state, organization_id, organization_name, email, role, has_account, expires_at: invitation.expires_at.toISOString() }
}

function computeState({ accepted_at, revoked_at, expires_at }: InvitationRow, now: Date): ReceivedInvitation['state'] {
  if (accepted_at !== null) return 'accepted'
  if (revoked_at !== null) return 'revoked'
  return expires_at > now ? 'pending' : 'expired'
}
