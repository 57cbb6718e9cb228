import { type Retailer, retailerIds, retailerNames } from '@linkshelf/retailers'
import { useSearchParams } from 'react-router'
import { Integration } from '../../../features/integrations/integration.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import classes from '../settings.module.css'
import { IntegrationSkeleton } from '../settings-loading.tsx'
import { TabHeader } from './tab-header.tsx'

const path = '/settings/integrations'
const links = retailerIds.map((retailer) => ({ to: toTab(retailer), label: retailerNames[retailer] }))

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
  const shown = retailerIds.find((retailer) => retailer === params.get('retailer')) ?? retailerIds[0]
  return (
    <div className={classes.stack}>
      <TabHeader title="Integrations">
        Your affiliate IDs are added to every link in “{project.name}”. Changes apply to existing links right away.
      </TabHeader>
      <TabLinks label="Retailers" tabs={links} shown={toTab(shown)} />
      <Integration key={`${project.id} ${shown}`} retailer={shown} scope={scope} loading={<IntegrationSkeleton />} />
    </div>
  )
}

/** Returns the URL of a retailer's tab. The first retailer is the default, so its URL has no parameter. */
function toTab(retailer: Retailer): string {
  return retailer === retailerIds[0] ? path : `${path}?retailer=${retailer}`
}
