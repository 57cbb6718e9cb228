import type { Organization } from '@linkshelf/contract'
import { Button, Group, Text, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { openOrganizationDialog } from './open-organization-dialog.ts'

interface OrganizationCardProps {
  organization: Organization
  onCreated: (created: Organization) => void
}

/** The name of the organization, and where another one is created. */
export function OrganizationCard({ organization, onCreated }: OrganizationCardProps) {
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2}>Organization</Title>
          <Text size="sm" c="dimmed">
            {organization.name}
          </Text>
        </div>
        <Group gap="sm">
          {organization.role === 'owner' && (
            <Button variant="default" onClick={(event) => openOrganizationDialog({ organization, onCreated }, event.currentTarget)}>
              Rename
            </Button>
          )}
          <Button
            variant="default"
            onClick={(event) => openOrganizationDialog({ organization: undefined, onCreated }, event.currentTarget)}
          >
            New Organization
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
