import { type Organization, organizationGraceDays } from '@linkshelf/contract'
import { Button, Group, Text, Title } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { showInstant } from '../../../ui/dates.ts'
import { openDialog } from '../../../ui/dialogs.tsx'
import { useKeepOrganization } from './deletion-mutations.ts'

/** Deletes an organization, or keeps one that is going to be deleted. */
export function DeletionCard({ organization }: { organization: Organization }) {
  const keep = useKeepOrganization()
  const { deletes_at: deletesAt } = organization
  return (
    <Card>
      <Group justify="space-between" gap="md">
        <div style={{ flex: '1 1 18rem' }}>
          <Title order={2}>Delete organization</Title>
          <Text size="sm" c="dimmed">
            {deletesAt === null
              ? `It is deleted ${organizationGraceDays} days later. Until then its links redirect, and any owner can keep it.`
              : `It will be deleted on ${showInstant(deletesAt)}.`}
          </Text>
        </div>
        {deletesAt === null ? (
          <Button color="red.8" onClick={(event) => openDeletion(organization, event.currentTarget)}>
            Delete Organization
          </Button>
        ) : (
          <Button loading={keep.isPending} onClick={() => keep.mutate(organization)}>
            Keep Organization
          </Button>
        )}
      </Group>
    </Card>
  )
}

function openDeletion(organization: Organization, opener: HTMLElement): void {
  void openDialog(() => import('./delete-organization-form.tsx').then((module) => module.deleteOrganizationDialog(organization)), opener)
}
