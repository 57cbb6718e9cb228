import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'
import { EndedAccess, listEndedAccess } from './ended-access.tsx'

interface PasswordChangedEmail {
  signInUrl: string
  forgotUrl: string
  /** Descriptions of the access that was ended, for example of API keys. */
  ended: readonly string[]
}

export function renderPasswordChangedEmail({ signInUrl, forgotUrl, ended }: PasswordChangedEmail): RenderedEmail {
  return renderEmail({
    kind: 'password_changed',
    details: listEndedAccess(ended),
    subject: 'Your Linkshelf password was changed',
    preview: 'Your other devices were signed out.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>Your password was just changed, and your other devices were signed out.</Paragraph>
        <EndedAccess ended={ended} />
        <ActionButton href={signInUrl}>Sign in</ActionButton>
        <Note>
          If you did not change it, reset your password now: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
