import type { ReceivedInvitation } from '@linkshelf/contract'
import { showDate } from '../../ui/formats/dates.ts'

/** Returns who is invited, with which role, and until when. */
export function invitationText({ email, role, expires_at }: ReceivedInvitation): string {
  return `${email} is invited as ${role === 'owner' ? 'an owner' : 'a member'}, until ${showDate(expires_at)}.`
}
