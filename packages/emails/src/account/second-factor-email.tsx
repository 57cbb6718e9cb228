import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
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
