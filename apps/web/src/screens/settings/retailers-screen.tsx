import { type Retailer, retailerIds, retailerNames } from '@linkshelf/retailers'
import { useSearchParams } from 'react-router'
import { Integration } from '../../features/integrations/integration.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Screen } from '../screen.tsx'
import { IntegrationSkeleton } from './integration-skeleton.tsx'
import classes from './settings.module.css'

const path = '/settings/integrations'
const links = retailerIds.map((retailer) => ({ to: toTab(retailer), label: retailerNames[retailer] }))

const AmazonMigration = createLazyComponent(() => import('./amazon-migration.tsx').then((module) => module.AmazonMigration))

/** The accounts with Amazon, eBay and AliExpress, whose IDs are added to links. */
export function RetailersScreen() {
  const { project, scope } = useProject()
  const [params] = useSearchParams()
  const shown = retailerIds.find((retailer) => retailer === params.get('retailer')) ?? retailerIds[0]
  return (
    <Screen
      title="Retailers"
      subtitle={`Your affiliate IDs are added to every link in “${project.name}”. Changes apply to existing links right away.`}
    >
      <div key={project.id} className={classes.content}>
        <TabLinks label="Retailers" tabs={links} shown={toTab(shown)} />
        <h2 className="visually-hidden">{retailerNames[shown]}</h2>
        <Integration key={shown} retailer={shown} scope={scope} loading={<IntegrationSkeleton />} />
        {shown === 'amazon' && (
          <LazySuspense fallback={null}>
            <AmazonMigration scope={scope} />
          </LazySuspense>
        )}
      </div>
    </Screen>
  )
}

/** Returns the URL of a retailer's tab. The first retailer is the default, so its URL has no parameter. */
function toTab(retailer: Retailer): string {
  return retailer === retailerIds[0] ? path : `${path}?retailer=${retailer}`
}
