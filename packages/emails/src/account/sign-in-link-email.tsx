import { Note, Paragraph } from '../layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

export function renderSignInLinkEmail(): RenderedEmail {
  return renderEmail({
    kind: 'sign_in_link',
    details: [],
    subject: 'A sign-in link for your Linkshelf account was created',
    preview: 'The link works once, for ten minutes.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          The operator of your Linkshelf just created a link that signs in to your account. The link works once, for ten minutes.
        </Paragraph>
        <Note>If you did not ask for it, contact the operator of this Linkshelf.</Note>
      </>
    ),
  })
}
