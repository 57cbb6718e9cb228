import { integrationLoadFailedMessage, retailers } from '@linkshelf/contract'
import { type Retailer, retailerNames } from '@linkshelf/retailers'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProjectScope } from '../../../api.ts'
import { AliexpressForm } from '../../../features/integrations/aliexpress-form.tsx'
import { AmazonForm } from '../../../features/integrations/amazon-form.tsx'
import { EbayForm } from '../../../features/integrations/ebay-form.tsx'
import {
  aliexpressIntegrationQuery,
  amazonIntegrationQuery,
  ebayIntegrationQuery,
} from '../../../features/integrations/integration-queries.ts'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import classes from '../settings.module.css'
import { IntegrationSkeleton } from '../settings-loading.tsx'
import { TabHeader } from './tab-header.tsx'

const path = '/settings/integrations'
const links = retailers.map((retailer) => ({ to: toTab(retailer), label: retailerNames[retailer] }))

export function IntegrationsTab() {
  return (
    <ProjectGuard headingOrder={2} loading={<IntegrationSkeleton />}>
      <IntegrationsOfProject />
    </ProjectGuard>
  )
}

function IntegrationsOfProject() {
  const { project, scope } = useProject()
  const [params] = useSearchParams()
  const shown = retailers.find((retailer) => retailer === params.get('retailer')) ?? 'amazon'
  const Integration = integrations[shown]
  return (
    <div className={classes.narrow}>
      <TabHeader title="Integrations">
        Links of “{project.name}” leave with your tags. Saved links follow a change within a second; what you pasted stays as it is.
      </TabHeader>
      <TabLinks label="Retailers" tabs={links} shown={toTab(shown)} />
      <Integration key={`${project.id} ${shown}`} scope={scope} />
    </div>
  )
}

/** Amazon is the default, so it needs no parameter. */
function toTab(retailer: Retailer): string {
  return retailer === 'amazon' ? path : `${path}?retailer=${retailer}`
}

interface ScopeProps {
  scope: ProjectScope
}

function Amazon({ scope }: ScopeProps) {
  const query = useQuery(amazonIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={<IntegrationSkeleton />} error={integrationLoadFailedMessage('amazon')}>
      {(stored) => <AmazonForm scope={scope} stored={stored} />}
    </QueryBoundary>
  )
}

function Ebay({ scope }: ScopeProps) {
  const query = useQuery(ebayIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={<IntegrationSkeleton />} error={integrationLoadFailedMessage('ebay')}>
      {(stored) => <EbayForm scope={scope} stored={stored} />}
    </QueryBoundary>
  )
}

function Aliexpress({ scope }: ScopeProps) {
  const query = useQuery(aliexpressIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={<IntegrationSkeleton />} error={integrationLoadFailedMessage('aliexpress')}>
      {(stored) => <AliexpressForm scope={scope} stored={stored} />}
    </QueryBoundary>
  )
}

const integrations: Record<Retailer, React.FunctionComponent<ScopeProps>> = { amazon: Amazon, ebay: Ebay, aliexpress: Aliexpress }
