import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

/** The email that confirms the address of a new account. `confirmUrl` contains the confirmation token. */
export function renderAddressConfirmationEmail({ confirmUrl, forgotUrl }: { confirmUrl: string; forgotUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'address_confirmation',
    subject: 'Confirm your email address',
    preview: 'One more step for your new Linkshelf account.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>A Linkshelf account was created with this email address. Confirm that the address is yours.</Paragraph>
        <Paragraph>
          Until then the account can’t create API keys, invite people or connect other services. The link expires in 24 hours.
        </Paragraph>
        <ActionButton href={confirmUrl}>Confirm my email address</ActionButton>
        <Note>
          If you did not sign up, someone else entered your address. You can ignore this email, or take the account over by setting a new
          password: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
