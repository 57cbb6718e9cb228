import { hasWebAddress, invitationPath, type MemberRole } from '@linkshelf/contract'
import { renderInvitationEmail } from '@linkshelf/emails'
import type { Email } from '../../platform/mail/mail.ts'

interface Inviter {
  full_name: string
  /** Confirmed. */
  email: string
}

export interface InvitationEmail {
  email: string
  organizationName: string
  role: MemberRole
  token: string
  /** Undefined for someone who is no member any more. */
  inviter: Inviter | undefined
}

const nameMaxLength = 60

/** The names of the organization and of the inviter are the only texts in it that a stranger may have chosen. */
export function invitationEmail(app: string, { email, organizationName, role, token, inviter }: InvitationEmail): Email {
  const invitationUrl = `${app}${invitationPath}${token}`
  const names = { organizationName: cleanName(organizationName), inviter: inviter === undefined ? null : showInviter(inviter) }
  return { to: email, ...renderInvitationEmail({ ...names, role, invitationUrl }) }
}

/** Anyone can take a name: the address says who it is. */
function showInviter({ full_name, email }: Inviter): string {
  const name = cleanName(full_name)
  return name === null ? email : `${name} (${email})`
}

/** Returns the name on one line and short; null for a name that mail programs would turn into a link. */
function cleanName(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  if (cleaned === '' || hasWebAddress(cleaned)) return null
  const characters = [...cleaned]
  return characters.length > nameMaxLength ? `${characters.slice(0, nameMaxLength - 1).join('')}…` : cleaned
}
