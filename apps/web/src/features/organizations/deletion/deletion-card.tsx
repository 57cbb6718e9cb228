import { deletionGraceDays, type Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { showInstant } from '../../../ui/formats/dates.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { useKeepOrganization } from './deletion-mutations.ts'

/** Deletes an organization, or keeps one that is going to be deleted. */
export function DeletionCard({ organization }: { organization: Organization }) {
  const keep = useKeepOrganization()
  const { deletes_at: deletesAt } = organization
  const description =
    deletesAt === null
      ? `It is deleted ${deletionGraceDays} days later. Until then its links redirect, and any owner can keep it.`
      : `It will be deleted on ${showInstant(deletesAt)}.`
  const action =
    deletesAt === null ? (
      <Button color="red.8" onClick={(event) => openDeletion(organization, event.currentTarget)}>
        Delete Organization
      </Button>
    ) : (
      <Button loading={keep.isPending} onClick={() => keep.mutate(organization)}>
        Keep Organization
      </Button>
    )
  return <TitledCard title="Delete organization" description={description} action={action} />
}

function openDeletion(organization: Organization, opener: HTMLElement): void {
  void openDialog(() => import('./delete-organization-form.tsx').then((module) => module.deleteOrganizationDialog(organization)), opener)
}
