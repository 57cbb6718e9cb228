import { type ApiKey, apiKeyMessages, type Organization } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeyListQuery } from '../../../features/api-keys/api-key-queries.ts'
import { ApiKeyTable } from '../../../features/api-keys/api-key-table.tsx'
import { ApiUsageCard } from '../../../features/api-keys/api-usage-card.tsx'
import { CurlExample } from '../../../features/api-keys/curl-example.tsx'
import { NewApiKey } from '../../../features/api-keys/new-api-key.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import { useUnsavedChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { useRowCount } from '../../../ui/states/row-count.ts'
import { UpgradeNotice } from '../../limits/upgrade-notice.tsx'
import classes from '../settings.module.css'
import { ApiKeysSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

const lossOfKey = { title: 'Have you copied the API key?', text: 'The key is not shown again. If you leave without a copy, it is lost.' }

/** Shows the API keys of the current organization. */
export function ApiTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization === undefined) {
    return (
      <ProjectGuard headingOrder={2} loading={<ApiKeysSkeleton />}>
        {null}
      </ProjectGuard>
    )
  }
  // The `key` resets the state for another organization, because a created key belongs to one organization.
  return organization.role === 'owner' ? <ApiKeys key={organization.id} organization={organization} /> : <NotAnOwner {...organization} />
}

function ApiKeys({ organization }: { organization: Organization }) {
  const apiKeys = useQuery(apiKeyListQuery(organization.id))
  useRowCount('api-keys', apiKeys.data?.length)
  const [created, setCreated] = useState<ApiKey>()
  useUnsavedChanges(created !== undefined, lossOfKey)
  const newButton = (
    <Button
      leftSection={<IconPlus aria-hidden size={17} />}
      // A second key would replace the first one on screen, and the first key is never shown again.
      disabled={created !== undefined}
      onClick={({ currentTarget }) =>
        void openDialog(
          () =>
            import('../../../features/api-keys/api-key-dialogs.tsx').then((module) => module.newApiKeyDialog(organization.id, setCreated)),
          currentTarget,
        )
      }
    >
      New API Key
    </Button>
  )

  return (
    <>
      {created !== undefined && <NewApiKey apiKey={created} onDone={() => setCreated(undefined)} />}
      <QueryBoundary
        query={apiKeys}
        loading={<ApiKeysSkeleton />}
        error={apiKeyMessages.loadFailed}
        empty={<NoApiKeys action={newButton} />}
      >
        {(loaded) => (
          <>
            <TabHeader title="API keys" action={newButton}>
              With an API key, your own programs can call the API. The key belongs to {organization.name} and acts for the owner who created
              it.
            </TabHeader>
            <ApiKeyTable orgId={organization.id} apiKeys={loaded} />
            <CurlExample />
          </>
        )}
      </QueryBoundary>
      <ApiUsageCard orgId={organization.id} whenFull={<MoreRequests isOwner />} />
    </>
  )
}

function NoApiKeys({ action }: { action: React.ReactNode }) {
  const steps = (
    <div className={classes.steps}>
      {action}
      <CurlExample />
    </div>
  )
  return (
    <EmptyState icon={<IconKey size={26} stroke={1.6} />} title="No API keys yet" action={steps}>
      With a key, your own programs create links and read numbers through the API.
    </EmptyState>
  )
}

function NotAnOwner({ id, name }: Organization) {
  return (
    <>
      <EmptyState icon={<IconKey size={26} stroke={1.6} />} title="Owners manage API keys">
        Ask an owner of {name} for a key.
      </EmptyState>
      <ApiUsageCard orgId={id} whenFull={<MoreRequests isOwner={false} />} />
    </>
  )
}

function MoreRequests({ isOwner }: { isOwner: boolean }) {
  return (
    <UpgradeNotice isOwner={isOwner} look="line">
      A higher plan includes more requests.
    </UpgradeNotice>
  )
}
