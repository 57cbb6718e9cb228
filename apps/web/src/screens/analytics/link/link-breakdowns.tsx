import { Suspense } from 'react'
import type { ProjectScope } from '../../../api.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import type { RangeQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import screen from '../../screen.module.css'
import { TableSkeleton } from '../analytics-loading.tsx'
import { GeographyTab } from '../tabs/geography-tab.tsx'
import { SourcesTab } from '../tabs/sources-tab.tsx'
import { useTab } from '../use-tab.ts'

const VisitorsCard = lazyComponent(() =>
  import('../../../features/analytics/visitors/visitors-card.tsx').then((module) => module.VisitorsCard),
)

const tabs = [
  { name: 'device', label: 'Device' },
  { name: 'browser', label: 'Browser' },
  { name: 'country', label: 'Country' },
  { name: 'sources', label: 'Sources' },
  { name: 'visitors', label: 'Visitors' },
] as const

interface LinkBreakdownsProps {
  scope: ProjectScope
  urlId: string
  query: RangeQuery
}

/** The breakdowns of a link and its visitors, a tab each: part of full analytics. */
export function LinkBreakdowns(props: LinkBreakdownsProps) {
  const { name, shown, links } = useTab(tabs, 'device')
  return (
    <>
      <TabLinks label="Breakdowns" tabs={links} shown={shown} />
      {name === 'device' && (
        <div className={screen.halves}>
          <BreakdownCard {...props} by="device" />
          <BreakdownCard {...props} by="os" />
        </div>
      )}
      {name === 'browser' && <BreakdownCard {...props} by="browser" />}
      {name === 'country' && <GeographyTab {...props} />}
      {name === 'sources' && <SourcesTab {...props} />}
      <Suspense fallback={<TableSkeleton />}>{name === 'visitors' && <VisitorsCard {...props} />}</Suspense>
    </>
  )
}
