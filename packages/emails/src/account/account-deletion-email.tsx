import { ActionButton, Note, Paragraph } from '../layout/email-parts.tsx'
import { formatInstant } from '../layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface AccountDeletionEmail {
  deletesAt: Date
  /** The page where the user can cancel the deletion. */
  keepUrl: string
}

export function renderAccountDeletionScheduledEmail({ deletesAt, keepUrl }: AccountDeletionEmail): RenderedEmail {
  return renderEmail({
    kind: 'account_deletion_scheduled',
    subject: 'Your account will be deleted',
    preview: 'Until then, you can sign in and cancel the deletion.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`You asked us to delete your Linkshelf account. It will be deleted on ${formatInstant(deletesAt)}, with the organizations that have no other members, their links and their clicks.`}</Paragraph>
        <Paragraph>Until then your links redirect, and you can sign in and cancel the deletion.</Paragraph>
        <ActionButton href={keepUrl}>Keep my account</ActionButton>
        <Note>If it was not you, sign in, cancel the deletion and change your password.</Note>
      </>
    ),
  })
}

export function renderAccountDeletionReminderEmail({ deletesAt, keepUrl }: AccountDeletionEmail): RenderedEmail {
  return renderEmail({
    kind: 'account_deletion_reminder',
    subject: 'Your account will be deleted tomorrow',
    preview: 'After that, it can’t be restored.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`Your Linkshelf account will be deleted on ${formatInstant(deletesAt)}, with the organizations that have no other members. After that their links stop working, and nothing can be restored.`}</Paragraph>
        <ActionButton href={keepUrl}>Keep my account</ActionButton>
      </>
    ),
  })
}

export function renderAccountDeletionPostponedEmail({ deletesAt, keepUrl }: AccountDeletionEmail): RenderedEmail {
  return renderEmail({
    kind: 'account_deletion_postponed',
    subject: 'Your account could not be deleted yet',
    preview: 'You are the only owner of an organization with other members.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Your Linkshelf account was not deleted, because you have become the only owner of an organization with other members.
        </Paragraph>
        <Paragraph>{`Make one of them the owner, or remove them. We will try again on ${formatInstant(deletesAt)}.`}</Paragraph>
        <ActionButton href={keepUrl}>Open my account</ActionButton>
      </>
    ),
  })
}

export function renderAccountDeletedEmail(): RenderedEmail {
  return renderEmail({
    kind: 'account_deleted',
    subject: 'Your account was deleted',
    preview: 'Your email address can sign up again.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Your Linkshelf account was deleted, with the organizations that had no other members, their links and their clicks.
        </Paragraph>
        <Note>This is our last email to you. You can create a new account with this address at any time.</Note>
      </>
    ),
  })
}
