import { buttonColors, hasWebAddress, invitationPath, type MemberRole } from '@linkshelf/contract'
import { html } from 'hono/html'
import { renderEmailLayout } from '../../layout/index.ts'
import type { Email } from '../../platform/mail/mail.ts'

export interface InvitationEmail {
  email: string
  organizationName: string
  role: MemberRole
  token: string
}

const nameMaxLength = 60
const subject = 'You are invited to Linkshelf'

/** The name of the organization is the only text in it that a stranger may have chosen. */
export function invitationEmail(app: string, { email, organizationName, role, token }: InvitationEmail): Email {
  const href = `${app}${invitationPath}${token}`
  const lines = [
    `You are invited to join ${shownName(organizationName)} on Linkshelf as ${role === 'owner' ? 'an owner' : 'a member'}.`,
    'The link works once, for this email address, and expires in seven days.',
  ]
  const ending = 'If you did not expect this, you can ignore this email.'
  const action = 'See the invitation'
  const paragraphs = lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)
  const body = html`<p style="margin:0 0 16px">Hello,</p>
      ${paragraphs}
      <p style="margin:24px 0">
        <a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${buttonColors.ground};color:${buttonColors.text};font-weight:600;text-decoration:none">${action}</a>
      </p>
      <p style="margin:0;color:#51635b">${ending}</p>`
  const text = ['Hello,', ...lines, `${action}:\n${href}`, ending, 'Linkshelf'].join('\n\n')
  return { to: email, subject, text, html: renderEmailLayout(subject, body) }
}

/** Quoted, on one line and short; a name that mail programs would turn into a link is left out. */
function shownName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  const characters = [...cleaned]
  if (cleaned === '' || hasWebAddress(cleaned)) return 'an organization'
  return `“${characters.length > nameMaxLength ? `${characters.slice(0, nameMaxLength - 1).join('')}…` : cleaned}”`
}
