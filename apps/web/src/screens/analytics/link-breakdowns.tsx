import type { ProjectScope } from '../../api.ts'
import type { TrafficQuery } from '../../features/analytics/analytics-filter.ts'
import { BreakdownCard } from '../../features/analytics/breakdown-card.tsx'
import { VisitorsCard } from '../../features/analytics/visitors-card.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import screen from '../screen.module.css'
import { GeographyTab } from './geography-tab.tsx'
import { useTabInAddress } from './tab-in-address.ts'

const tabs = [
  { name: 'device', label: 'Device' },
  { name: 'browser', label: 'Browser' },
  { name: 'country', label: 'Country' },
  { name: 'visitors', label: 'Visitors' },
] as const

interface LinkBreakdownsProps {
  scope: ProjectScope
  urlId: string
  query: TrafficQuery
}

/** What full analytics tells of a link, a tab each. */
export function LinkBreakdowns(of: LinkBreakdownsProps) {
  const { name, shown, links } = useTabInAddress(tabs, 'device')
  return (
    <>
      <TabLinks label="Who clicked" tabs={links} shown={shown} />
      {name === 'device' && (
        <div className={screen.halves}>
          <BreakdownCard {...of} by="device" />
          <BreakdownCard {...of} by="os" />
        </div>
      )}
      {name === 'browser' && <BreakdownCard {...of} by="browser" />}
      {name === 'country' && <GeographyTab {...of} />}
      {name === 'visitors' && <VisitorsCard {...of} />}
    </>
  )
}
