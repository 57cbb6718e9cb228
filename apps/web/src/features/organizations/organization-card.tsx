import type { Organization } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { useCan } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'

const openOrganizationDialog = createLazyDialog(async () => (await import('./organization-dialog.tsx')).organizationDialog)

interface OrganizationCardProps {
  organization: Organization
  onCreated: (created: Organization) => void
}

/** Shows the organization's name, with buttons to rename it and to create another organization. */
export function OrganizationCard({ organization, onCreated }: OrganizationCardProps) {
  const canRename = useCan('organizations.update')
  return (
    <TitledCard
      title="Organization"
      description={organization.name}
      action={
        <Group gap="sm">
          {canRename && (
            <Button variant="default" onClick={(event) => openOrganizationDialog(event.currentTarget, { organization, onCreated })}>
              Rename
            </Button>
          )}
          <Button
            variant="default"
            onClick={(event) => openOrganizationDialog(event.currentTarget, { organization: undefined, onCreated })}
          >
            New organization
          </Button>
        </Group>
      }
    />
  )
}
