import type { Overview } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { IconClick, IconLink, IconTrophy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import { linkName, withoutScheme } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { showCount, showNumber, showShortNumber } from '../../ui/numbers.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import screen from '../screen.module.css'
import classes from './dashboard.module.css'

const iconProps = { size: 20, stroke: 1.6 }

export function DashboardStats({ overview, scope }: { overview: Overview; scope: ProjectScope }) {
  const best = overview.topPerformingLinks.find(({ clicks }) => clicks > 0)
  return (
    <div className={screen.stats}>
      <StatCard label="Total clicks" icon={<IconClick {...iconProps} />} value={showNumber(overview.totalClicks)}>
        {showCount(overview.clicksLastMonth, 'click')} in the last 30 days
      </StatCard>
      <StatCard label="Active links" icon={<IconLink {...iconProps} />} value={showNumber(overview.activeLinks)}>
        <RouteLink to="/links" className={classes.link}>
          See all links
        </RouteLink>
      </StatCard>
      {best === undefined ? (
        <StatCard label="Top performing" icon={<IconTrophy {...iconProps} />} value="–">
          Available after the first click
        </StatCard>
      ) : (
        <BestLink scope={scope} urlId={best.url_id} clicks={best.clicks} />
      )}
    </div>
  )
}

function BestLink({ scope, urlId, clicks }: { scope: ProjectScope; urlId: string; clicks: number }) {
  const { data: link } = useQuery(linkQuery(scope, urlId))
  return (
    <StatCard
      label="Top performing"
      icon={<IconTrophy {...iconProps} />}
      title={link && linkName(link)}
      isText
      value={
        link === undefined ? (
          <Skeleton height={28} my={5} width="70%" />
        ) : (
          <RouteLink to={`/links/${urlId}`} className={classes.best}>
            {linkName(link)}
          </RouteLink>
        )
      }
    >
      <span title={showCount(clicks, 'click')}>
        {showShortNumber(clicks)} {clicks === 1 ? 'click' : 'clicks'}
      </span>
      {link !== undefined && <> · {withoutScheme(link.url)}</>}
    </StatCard>
  )
}
