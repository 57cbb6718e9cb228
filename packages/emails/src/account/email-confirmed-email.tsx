import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'
import { EndedAccess, listEndedAccess } from './ended-access.tsx'

interface EmailConfirmedEmail {
  signInUrl: string
  forgotUrl: string
  /** Descriptions of the access that was ended, for example of API keys. */
  ended: readonly string[]
}

export function renderEmailConfirmedEmail({ signInUrl, forgotUrl, ended }: EmailConfirmedEmail): RenderedEmail {
  return renderEmail({
    kind: 'email_confirmed',
    details: listEndedAccess(ended),
    subject: 'Your email address is confirmed',
    preview: 'Access from before the confirmation has ended.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>The email address of your Linkshelf account was just confirmed, and your other devices were signed out.</Paragraph>
        <EndedAccess ended={ended} />
        <ActionButton href={signInUrl}>Sign in</ActionButton>
        <Note>
          If you did not confirm it, reset your password now: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
