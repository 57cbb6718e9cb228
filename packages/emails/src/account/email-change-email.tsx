import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { formatInstant } from '../layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

/** The email to an account's new address. `confirmUrl` contains the confirmation token. */
export function renderEmailChangeConfirmationEmail({ confirmUrl }: { confirmUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'email_change_confirmation',
    subject: 'Confirm your new email address',
    preview: 'Your account uses this address once you confirm it.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Someone asked to use this email address for their Linkshelf account. If that was you, confirm the address. The link expires in 24
          hours.
        </Paragraph>
        <ActionButton href={confirmUrl}>Confirm my new address</ActionButton>
        <Note>If that was not you, ignore this email. Without the confirmation, nothing changes.</Note>
      </>
    ),
  })
}

/** The email to an address that a user wants to use, and that already has an account. */
export function renderAddressInUseEmail({ signInUrl, forgotUrl }: { signInUrl: string; forgotUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'address_in_use',
    subject: 'You already have a Linkshelf account',
    preview: 'Someone asked to use your email address for another account.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Someone asked to use this email address for another Linkshelf account. The address already has an account, so nothing was changed.
        </Paragraph>
        <ActionButton href={signInUrl}>Sign in</ActionButton>
        <Note>
          Forgot your password? Reset it here: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}

/** The email to an address that someone wants to use within seven days after its account got another address. */
export function renderAddressReservedEmail(): RenderedEmail {
  return renderEmail({
    kind: 'address_reserved',
    subject: 'This email address can’t have an account yet',
    preview: 'The account of this address got another address recently.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Someone asked to use this email address for a Linkshelf account. Its earlier account got another address within the last seven
          days. Until the seven days are over, the address is reserved, so that the change can be undone.
        </Paragraph>
        <Note>
          If you did not change the address of your account, undo the change with the link in our email “Your email address was changed”.
        </Note>
      </>
    ),
  })
}

interface EmailChanged {
  /** The account's new address. */
  email: string
  /** The page that undoes the change. Undefined if the change returned to an earlier address and can't be undone. */
  undoUrl: string | undefined
  /** When the undo link expires. */
  expiresAt: Date
}

/** The email to an account's former address. */
export function renderEmailChangedEmail({ email, undoUrl, expiresAt }: EmailChanged): RenderedEmail {
  return renderEmail({
    kind: 'email_changed',
    subject: 'Your email address was changed',
    preview: `Your Linkshelf account now uses ${email}.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`Your Linkshelf account now uses the email address ${email} instead of this one.`}</Paragraph>
        {undoUrl === undefined ? (
          <Note>The account used that address before, so this change can’t be undone.</Note>
        ) : (
          <>
            <Paragraph>
              {`If you did not change it, undo the change before ${formatInstant(expiresAt)}. Every device is then signed out, all your API keys and passkeys end, and you set a new password.`}
            </Paragraph>
            <ActionButton href={undoUrl}>Undo the change</ActionButton>
            <Note>If you changed it, you have nothing to do. This is our last email to this address.</Note>
          </>
        )}
      </>
    ),
  })
}

/** The email to the address that an account got back. `ended` describes the access that was ended. */
export function renderEmailChangeUndoneEmail({ forgotUrl, ended }: { forgotUrl: string; ended: readonly string[] }): RenderedEmail {
  return renderEmail({
    kind: 'email_change_undone',
    subject: 'Your email address is yours again',
    preview: 'Set a new password to sign in.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          The change of your email address was undone, and your Linkshelf account uses this address again. Every device was signed out, and
          your password no longer works.
        </Paragraph>
        {ended.length > 0 && (
          <>
            <Paragraph>These also ended:</Paragraph>
            {ended.map((text) => (
              <Paragraph key={text}>{`• ${text}`}</Paragraph>
            ))}
          </>
        )}
        <ActionButton href={forgotUrl}>Set a new password</ActionButton>
        <Note>Then check the members and invitations of your organizations in the settings.</Note>
      </>
    ),
  })
}

/** The email to an address that an account lost because the address before it undid the change. */
export function renderAddressRemovedEmail(): RenderedEmail {
  return renderEmail({
    kind: 'address_removed',
    subject: 'Your email address was removed from an account',
    preview: 'The account’s earlier address undid the change.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          A Linkshelf account used this email address. The address that it used before has undone the change, so you can no longer sign in
          with this address.
        </Paragraph>
        <Note>If the account is yours, you can still sign in with its earlier address, after you have reset the password.</Note>
      </>
    ),
  })
}
