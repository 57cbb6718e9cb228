import { ActionButton, Note, Paragraph } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface SecondFactorRequiredEmail {
  organizationName: string
  /** The page on which the user sets up a second factor. */
  accountUrl: string
}

/** The email to a member without the second factor that an organization now requires. */
export function renderSecondFactorRequiredEmail({ organizationName, accountUrl }: SecondFactorRequiredEmail): RenderedEmail {
  return renderEmail({
    kind: 'second_factor_required',
    details: [organizationName],
    subject: 'Your organization requires a second factor',
    preview: 'Set up two-step sign-in or a passkey to continue.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`The owners of “${organizationName}” now require a second factor from all members, and your account has none. Until you set one up, you can’t open the organization, your API keys for it don’t work, and you get no emails with its numbers.`}</Paragraph>
        <ActionButton href={accountUrl}>Set up a second factor</ActionButton>
        <Note>You can use two-step sign-in, with an app on your phone, or a passkey. Links and stores work as before.</Note>
      </>
    ),
  })
}
