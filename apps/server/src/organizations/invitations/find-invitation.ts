import type { OrganizationId, ReceivedInvitation } from '@linkshelf/contract'
import { fail, type RequestContext, read } from '../../access/index.ts'
import { type FoundInvitation, type InvitationRow, selectInvitationByToken } from './invitation-table.ts'
import { parseInvitationToken } from './invitation-token.ts'

export type TokenInvitation = FoundInvitation & { organization_id: OrganizationId; state: ReceivedInvitation['state'] }

type Reader = Omit<RequestContext, 'actor'>

/**
 * The invitation whose link has this token, whatever its state; undefined when there is none. The token is all
 * that is needed to read it.
 */
export async function findInvitation(ctx: Reader, token: string): Promise<TokenInvitation | undefined> {
  const parsed = parseInvitationToken(token)
  if (parsed === undefined) return undefined
  const id = parsed.organizationId
  const reader = { ...ctx, actor: { kind: 'system', name: 'invitation' } as const, organization: { id } }
  const found = await read(reader, (tx) => selectInvitationByToken(tx, parsed.hash))
  return found && { ...found, organization_id: id, state: stateOf(found, ctx.now) }
}

/** Throws INVITATION_NOT_FOUND. */
export async function getInvitation(ctx: Reader, token: string): Promise<ReceivedInvitation> {
  const invitation = (await findInvitation(ctx, token)) ?? fail('INVITATION_NOT_FOUND')
  const { state, organization_id, organization_name, email, role, has_account } = invitation
  return { state, organization_id, organization_name, email, role, has_account, expires_at: invitation.expires_at.toISOString() }
}

export function stateOf({ accepted_at, revoked_at, expires_at }: InvitationRow, now: Date): ReceivedInvitation['state'] {
  if (accepted_at !== null) return 'accepted'
  if (revoked_at !== null) return 'revoked'
  return expires_at > now ? 'pending' : 'expired'
}
