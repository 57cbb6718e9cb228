import { type MemberRole, roleNouns } from '@linkshelf/contract'
import { ActionButton, Note, Paragraph } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface InvitationEmail {
  /** Must be sanitized, because a stranger may have chosen it. If null, the email does not name the organization. */
  organizationName: string | null
  /** The name and address of the inviting user. Must be sanitized. Null if this user is no longer a member. */
  inviter: string | null
  role: MemberRole
  /** Contains the invitation's token. */
  invitationUrl: string
}

export function renderInvitationEmail({ organizationName, inviter, role, invitationUrl }: InvitationEmail): RenderedEmail {
  return renderEmail({
    kind: 'invitation',
    subject: 'You are invited to Linkshelf',
    preview: `${inviter ?? 'Someone'} invited you to work with them.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          {`${inviter === null ? 'You are invited' : `${inviter} invited you`} to join ${organizationName === null ? 'an organization' : `“${organizationName}”`} on Linkshelf as ${roleNouns[role]}.`}
        </Paragraph>
        <Paragraph>The link works once, for this email address, and expires in seven days.</Paragraph>
        <ActionButton href={invitationUrl}>See the invitation</ActionButton>
        <Note>If you did not expect this, you can ignore this email.</Note>
      </>
    ),
  })
}
