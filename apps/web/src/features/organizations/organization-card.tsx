import type { Organization } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { useCan } from '../../session/permissions.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { openOrganizationDialog } from './open-organization-dialog.ts'

interface OrganizationCardProps {
  organization: Organization
  onCreated: (created: Organization) => void
}

/** The name of the organization, and where another one is created. */
export function OrganizationCard({ organization, onCreated }: OrganizationCardProps) {
  const canRename = useCan('organizations.update')
  return (
    <TitledCard
      title="Organization"
      description={organization.name}
      action={
        <Group gap="sm">
          {canRename && (
            <Button variant="default" onClick={(event) => openOrganizationDialog({ organization, onCreated }, event.currentTarget)}>
              Rename
            </Button>
          )}
          <Button
            variant="default"
            onClick={(event) => openOrganizationDialog({ organization: undefined, onCreated }, event.currentTarget)}
          >
            New organization
          </Button>
        </Group>
      }
    />
  )
}
