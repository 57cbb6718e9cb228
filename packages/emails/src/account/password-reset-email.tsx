import { ActionButton, Note, Paragraph } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

/** The email with the link to reset a password. `resetUrl` contains the reset token. */
export function renderPasswordResetEmail({ resetUrl }: { resetUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'password_reset',
    subject: 'Reset your Linkshelf password',
    preview: 'The link works once and expires in 30 minutes.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>We received a request to reset the password of your Linkshelf account.</Paragraph>
        <Paragraph>The link works once and expires in 30 minutes.</Paragraph>
        <ActionButton href={resetUrl}>Set a new password</ActionButton>
        <Note>If you did not request this, you can ignore this email. Your password has not changed.</Note>
      </>
    ),
  })
}
