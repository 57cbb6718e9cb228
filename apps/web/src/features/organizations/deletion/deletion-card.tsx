import { deletionGraceDays, type Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { useCancelOrganizationDeletion } from './deletion-mutations.ts'

const lastOrganizationNote =
  'This is your only organization. Create another one under Members first. To leave for good, delete your account in your profile.'

/**
 * Schedules the deletion of an organization, or cancels a scheduled deletion. `isLast` means that the user has no other
 * organization.
 */
export function DeletionCard({ organization, isLast }: { organization: Organization; isLast: boolean }) {
  const keep = useCancelOrganizationDeletion()
  const { deletes_at: deletesAt } = organization
  if (deletesAt === null && isLast)
    return (
      <TitledCard
        title="Delete organization"
        description={lastOrganizationNote}
        action={
          <Button component={Link} to="/settings/members" variant="default">
            Go to Members
          </Button>
        }
      />
    )
  const description =
    deletesAt === null
      ? `The organization is deleted ${deletionGraceDays} days later. Until then its links redirect, and any owner can cancel the deletion.`
      : `The organization will be deleted on ${formatInstant(deletesAt)}.`
  const action =
    deletesAt === null ? (
      <Button variant="default" onClick={(event) => openDeletion(organization, event.currentTarget)}>
        Delete organization
      </Button>
    ) : (
      <Button loading={keep.isPending} onClick={() => keep.mutate(organization)}>
        Keep organization
      </Button>
    )
  return <TitledCard title="Delete organization" description={description} action={action} />
}

function openDeletion(organization: Organization, opener: HTMLElement): void {
  void openDialog(() => import('./delete-organization-form.tsx').then((module) => module.deleteOrganizationDialog(organization)), opener)
}
