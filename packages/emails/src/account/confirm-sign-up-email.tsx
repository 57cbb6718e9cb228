import { ActionButton, Note, Paragraph } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

/** The email that confirms a sign-up. `confirmUrl` contains the sign-up token. */
export function renderConfirmSignUpEmail({ confirmUrl }: { confirmUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'sign_up_confirmation',
    subject: 'Confirm your Linkshelf account',
    preview: 'One more step to create your account.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>Confirm your email address to create your account. The link expires in 24 hours.</Paragraph>
        <ActionButton href={confirmUrl}>Create my account</ActionButton>
        <Note>If you did not sign up, you can ignore this email. No account has been created.</Note>
      </>
    ),
  })
}
