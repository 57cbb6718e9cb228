import { Note, Paragraph, Quote } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface BackupFailure {
  /** `backup`: no back-up was made. `check`: the newest back-up could not be restored. */
  kind: 'backup' | 'check'
  /** The host of the dashboard, which names the instance. */
  host: string
  reason: string
  /** The name of the back-up that failed. Undefined if the run failed before it. */
  backup: string | undefined
  /** The name and the size of the newest complete back-up. Undefined if there is no complete back-up. */
  newest: string | undefined
}

/** The email to the operator if a back-up failed, or if the check of a back-up failed. */
export function renderBackupFailureEmail({ kind, host, reason, backup, newest }: BackupFailure): RenderedEmail {
  const { subject, problem, advice, reminder } = texts[kind](host, backup)
  return renderEmail({
    kind: 'backup_failure',
    details: [reason],
    subject,
    preview: reason,
    children: (
      <>
        <Paragraph>{problem}</Paragraph>
        <Quote>{reason}</Quote>
        <Paragraph>{advice}</Paragraph>
        <Note>{newest === undefined ? 'There is no complete back-up.' : `The newest complete back-up is ${newest}.`}</Note>
        <Note>
          You get no other email about this unless it succeeds and fails again, or still fails after {reminder}. `linkshelf health` shows
          the present state.
        </Note>
      </>
    ),
  })
}

const texts = {
  backup: (host: string) => ({
    subject: `The back-up of ${host} failed`,
    problem: `The nightly back-up of ${host} failed:`,
    advice: 'Remove the cause, and then make a back-up by hand: linkshelf backup. The next night tries again in any case.',
    reminder: 'a week',
  }),
  check: (host: string, backup: string | undefined) => ({
    subject: `The check of a back-up of ${host} failed`,
    problem: `The newest back-up of ${host}${backup === undefined ? '' : `, ${backup},`} could not be restored as a check:`,
    advice:
      'If the back-up is damaged, make a new one now: linkshelf backup. If the server does not allow the check, follow the message above. To check again: linkshelf check-backup.',
    reminder: 'four weeks',
  }),
}
