import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

export function renderAccountExistsEmail({ signInUrl, forgotUrl }: { signInUrl: string; forgotUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'account_exists',
    subject: 'You already have a Linkshelf account',
    preview: 'Someone tried to create one with this email address.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>We received a request to create a Linkshelf account with this email address. You already have one.</Paragraph>
        <ActionButton href={signInUrl}>Sign in</ActionButton>
        <Note>
          Forgot your password? Reset it here: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
