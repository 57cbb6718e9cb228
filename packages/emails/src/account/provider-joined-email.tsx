import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface ProviderJoinedEmail {
  /** The host of the identity provider. */
  providerHost: string
  signInUrl: string
  forgotUrl: string
}

export function renderProviderJoinedEmail({ providerHost, signInUrl, forgotUrl }: ProviderJoinedEmail): RenderedEmail {
  return renderEmail({
    kind: 'provider_joined',
    details: [],
    subject: 'Your Linkshelf account has a new way to sign in',
    preview: `Your account was connected with ${providerHost}.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Your account was just connected with the identity provider {providerHost}. Whoever signs in there as you can now use your account.
        </Paragraph>
        <ActionButton href={signInUrl}>Open Linkshelf</ActionButton>
        <Note>
          If you did not connect it, reset your password and contact the operator of this Linkshelf: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
