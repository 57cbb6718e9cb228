import { hasWebAddress, invitationPath, type MemberRole } from '@linkshelf/contract'
import { renderInvitationEmail } from '@linkshelf/emails'
import type { Email } from '../../platform/mail/mail.ts'

export interface InvitationEmail {
  email: string
  organizationName: string
  role: MemberRole
  token: string
}

const nameMaxLength = 60

/** The name of the organization is the only text in it that a stranger may have chosen. */
export function invitationEmail(app: string, { email, organizationName, role, token }: InvitationEmail): Email {
  const invitationUrl = `${app}${invitationPath}${token}`
  return { to: email, ...renderInvitationEmail({ organizationName: cleanName(organizationName), role, invitationUrl }) }
}

/** On one line and short; null for a name that mail programs would turn into a link. */
function cleanName(name: string): string | null {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  if (cleaned === '' || hasWebAddress(cleaned)) return null
  const characters = [...cleaned]
  return characters.length > nameMaxLength ? `${characters.slice(0, nameMaxLength - 1).join('')}…` : cleaned
}
