import { ActionButton, Note, Paragraph } from './layout/email-parts.tsx'
import { formatInstant } from './layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface OrganizationDeletionEmail {
  organizationName: string
  deletesAt: Date
  /** The page where an owner can cancel the deletion. */
  keepUrl: string
}

export function renderDeletionScheduledEmail({ organizationName, deletesAt, keepUrl }: OrganizationDeletionEmail): RenderedEmail {
  return renderEmail({
    kind: 'organization_deletion_scheduled',
    details: [`${organizationName}: ${formatInstant(deletesAt)}`],
    subject: 'Your organization will be deleted',
    preview: 'Until then, any owner can cancel the deletion.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`An owner asked to delete “${organizationName}”. It will be deleted on ${formatInstant(deletesAt)}, with its links, stores, pictures and clicks.`}</Paragraph>
        <Paragraph>Until then its links redirect, and any owner can cancel the deletion.</Paragraph>
        <ActionButton href={keepUrl}>Keep the organization</ActionButton>
        <Note>If this is what you want, there is nothing to do. You can still export its data.</Note>
      </>
    ),
  })
}

export function renderDeletionReminderEmail({ organizationName, deletesAt, keepUrl }: OrganizationDeletionEmail): RenderedEmail {
  return renderEmail({
    kind: 'organization_deletion_reminder',
    details: [`${organizationName}: ${formatInstant(deletesAt)}`],
    subject: 'Your organization will be deleted in two days',
    preview: 'After that, it can’t be restored.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`“${organizationName}” will be deleted on ${formatInstant(deletesAt)}. After that its links stop working, and it can’t be restored.`}</Paragraph>
        <ActionButton href={keepUrl}>Cancel the deletion or export</ActionButton>
      </>
    ),
  })
}

export function renderOrganizationDeletedEmail({ organizationName }: Pick<OrganizationDeletionEmail, 'organizationName'>): RenderedEmail {
  return renderEmail({
    kind: 'organization_deleted',
    details: [organizationName],
    subject: 'Your organization was deleted',
    preview: 'Links, stores, pictures and clicks are gone.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`“${organizationName}” was deleted, with its links, stores, pictures and clicks.`}</Paragraph>
        <Note>Your account and your other organizations stay as they are.</Note>
      </>
    ),
  })
}
