import type { ProjectScope } from '../../../api/api.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { VisitorsCard } from '../../../features/analytics/visitors/visitors-card.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import screen from '../../screen.module.css'
import { GeographyTab } from '../tabs/geography-tab.tsx'
import { SourcesTab } from '../tabs/sources-tab.tsx'
import { useTab } from '../use-tab.ts'

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
  query: ClicksQuery
}

/** The breakdowns of a link and its visitors, a tab each: part of full analytics. */
export function LinkBreakdowns({ scope, urlId, query }: LinkBreakdownsProps) {
  const { name, shown, links } = useTab(tabs, 'device')
  const ofLink = { scope, query: { ...query, url_id: urlId } }
  return (
    <>
      <TabLinks label="Breakdowns" tabs={links} shown={shown} />
      {name === 'device' && (
        <div className={screen.halves}>
          <BreakdownCard {...ofLink} by="device" />
          <BreakdownCard {...ofLink} by="os" />
        </div>
      )}
      {name === 'browser' && <BreakdownCard {...ofLink} by="browser" />}
      {name === 'country' && <GeographyTab {...ofLink} />}
      {name === 'sources' && <SourcesTab {...ofLink} />}
      {name === 'visitors' && <VisitorsCard scope={scope} urlId={urlId} query={query} />}
    </>
  )
}
