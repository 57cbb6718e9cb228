import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { formatInstant } from '../layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface SecondFactorLinks {
  /** The page on which the user turns two-step sign-in on and off. */
  accountUrl: string
  forgotUrl: string
}

const changes = {
  enabled: {
    subject: 'Two-step sign-in is on',
    preview: 'You sign in with your password and a code.',
    text: 'Two-step sign-in was just turned on for your Linkshelf account. From now on you sign in with your password and a code from your authenticator app.',
  },
  disabled: {
    subject: 'Two-step sign-in is off',
    preview: 'You sign in with your password only.',
    text: 'Two-step sign-in was just turned off for your Linkshelf account. From now on you sign in with your password only.',
  },
  'codes-replaced': {
    subject: 'You have new recovery codes',
    preview: 'Your earlier recovery codes no longer work.',
    text: 'New recovery codes were just made for your Linkshelf account. The earlier recovery codes no longer work.',
  },
  reset: {
    subject: 'Two-step sign-in was reset',
    preview: 'Every device was signed out.',
    text: 'The three days are over: two-step sign-in is off for your Linkshelf account, and every device was signed out. Sign in with your password, and set up two-step sign-in again.',
  },
} as const

export type SecondFactorChange = keyof typeof changes

/** The email after a change of two-step sign-in or of its recovery codes. */
export function renderSecondFactorChangedEmail({
  change,
  accountUrl,
  forgotUrl,
}: SecondFactorLinks & { change: SecondFactorChange }): RenderedEmail {
  const { subject, preview, text } = changes[change]
  return renderEmail({
    kind: 'second_factor_changed',
    subject,
    preview,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{text}</Paragraph>
        <ActionButton href={accountUrl}>Open your account</ActionButton>
        <NotYou forgotUrl={forgotUrl} />
      </>
    ),
  })
}

/** The email after a recovery code was used. `left` is the number of codes that still work. */
export function renderRecoveryCodeUsedEmail({ left, accountUrl, forgotUrl }: SecondFactorLinks & { left: number }): RenderedEmail {
  return renderEmail({
    kind: 'recovery_code_used',
    subject: 'A recovery code was used',
    preview: `You have ${formatLeft(left)} left.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`One of your recovery codes was just used for your Linkshelf account. You have ${formatLeft(left)} left.`}</Paragraph>
        {left <= 3 && <Paragraph>Make new recovery codes before you have none left.</Paragraph>}
        <ActionButton href={accountUrl}>Open your account</ActionButton>
        <NotYou forgotUrl={forgotUrl} />
      </>
    ),
  })
}

/** The email with the link that starts the reset of two-step sign-in. */
export function renderSecondFactorResetLinkEmail({ requestUrl, forgotUrl }: { requestUrl: string; forgotUrl: string }): RenderedEmail {
  return renderEmail({
    kind: 'second_factor_reset_link',
    subject: 'Reset two-step sign-in',
    preview: 'Start the reset if you lost your device and your recovery codes.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Someone who knows your password lost the device for two-step sign-in. If that was you, start the reset. Two-step sign-in is turned
          off three days later. The link expires in an hour.
        </Paragraph>
        <ActionButton href={requestUrl}>Start the reset</ActionButton>
        <NotYou forgotUrl={forgotUrl} />
      </>
    ),
  })
}

/** The email that warns of a reset that has begun. At `dueAt`, two-step sign-in is turned off. */
export function renderSecondFactorResetStartedEmail({
  dueAt,
  stopUrl,
  forgotUrl,
}: {
  dueAt: Date
  stopUrl: string
  forgotUrl: string
}): RenderedEmail {
  return renderEmail({
    kind: 'second_factor_reset_started',
    subject: 'Two-step sign-in will be turned off',
    preview: `On ${formatInstant(dueAt)}, unless you stop it.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`Someone with your password and access to your mailbox started the reset of two-step sign-in. It will be turned off on ${formatInstant(dueAt)}, and every device is then signed out.`}</Paragraph>
        <Paragraph>If this was not you, stop the reset. If it was you, you have nothing to do.</Paragraph>
        <ActionButton href={stopUrl}>Stop the reset</ActionButton>
        <NotYou forgotUrl={forgotUrl} />
      </>
    ),
  })
}

function formatLeft(left: number): string {
  return left === 1 ? '1 recovery code' : `${left === 0 ? 'no' : left} recovery codes`
}

function NotYou({ forgotUrl }: { forgotUrl: string }) {
  return (
    <Note>
      If this was not you, someone knows your password. Set a new password now: <TextLink href={forgotUrl} />
    </Note>
  )
}
