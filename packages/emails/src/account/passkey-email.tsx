import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface PasskeyEmail {
  accountUrl: string
  forgotUrl: string
}

export function renderPasskeyAddedEmail({ accountUrl, forgotUrl }: PasskeyEmail): RenderedEmail {
  return renderEmail({
    kind: 'passkey_added',
    subject: 'A passkey was added to your Linkshelf account',
    preview: 'The passkey signs in without your password.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>A passkey was just added to your account. From now on, it signs in without your password.</Paragraph>
        <ActionButton href={accountUrl}>See your passkeys</ActionButton>
        <Note>
          If you did not add it, remove it there now, and set a new password: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}

export function renderPasskeyRemovedEmail({ accountUrl, forgotUrl }: PasskeyEmail): RenderedEmail {
  return renderEmail({
    kind: 'passkey_removed',
    subject: 'A passkey was removed from your Linkshelf account',
    preview: 'The passkey no longer signs in to your account.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>A passkey was just removed from your account. It no longer signs in.</Paragraph>
        <ActionButton href={accountUrl}>See your passkeys</ActionButton>
        <Note>
          If you did not remove it, set a new password now: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
