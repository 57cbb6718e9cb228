import type { Invitation } from '@linkshelf/contract'
import type { InvitationRow } from './invitation-table.ts'

export function toInvitation({ id, email, role, invited_at, expires_at }: InvitationRow, now: Date): Invitation {
  return {
    invitation_id: id,
    email,
    role,
    state: expires_at > now ? 'pending' : 'expired',
    invited_at: invited_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}
