import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface ProviderDisconnectedEmail {
  /** The host of the identity provider. */
  providerHost: string
  signInUrl: string
  forgotUrl: string
}

export function renderProviderDisconnectedEmail({ providerHost, signInUrl, forgotUrl }: ProviderDisconnectedEmail): RenderedEmail {
  return renderEmail({
    kind: 'provider_disconnected',
    details: [],
    subject: 'A way to sign in to your Linkshelf account was removed',
    preview: `Your account is no longer connected with ${providerHost}.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Your account was just disconnected from the identity provider {providerHost}. You can no longer sign in with it, and your other
          sessions that began there have ended.
        </Paragraph>
        <ActionButton href={signInUrl}>Open Linkshelf</ActionButton>
        <Note>
          If you did not disconnect it, reset your password and contact the operator of this Linkshelf: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
