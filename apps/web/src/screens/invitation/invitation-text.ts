import { type ReceivedInvitation, roleNouns } from '@linkshelf/contract'
import { showDate } from '../../ui/formats/dates.ts'

/** Returns who is invited, with which role, and until when. */
export function invitationText({ email, role, expires_at }: ReceivedInvitation): string {
  return `${email} is invited as ${roleNouns[role]}, until ${showDate(expires_at)}.`
}
