import { formatReadableShortUrl, type Overview, type TopPerformingLink } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { countDeletedLinkClicks } from '../../features/analytics/deleted-link-clicks.ts'
import { type EarnedAmounts, formatAllEarned, formatEarned } from '../../features/analytics/earned-column.tsx'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { useLinksEarned } from '../../features/analytics/use-links-earned.ts'
import { LabelTag } from '../../features/labels/label-tag.tsx'
import { LinkHealthTag } from '../../features/links/health/link-health-tag.tsx'
import { formatLinkName } from '../../features/links/link-name.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateRange } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import classes from './dashboard.module.css'

const shown = 5
/** Maximum number of labels in a row, because a row has one line. The link's own screen shows all labels. */
const labelsShown = 2

interface TopLinksProps {
  scope: ProjectScope
  overview: Overview
  filter: AnalyticsFilter
  /** True if the project earned anything in the range. */
  hasEarned: boolean
}

/** Shows the most clicked links with their earnings. Each row opens the link's own screen. */
export function TopLinks({ scope, overview, filter, hasEarned }: TopLinksProps) {
  const { topPerformingLinks } = overview
  const deletedClicks = countDeletedLinkClicks(overview)
  const clicked = topPerformingLinks.filter(({ clicks }) => clicks > 0).slice(0, shown)
  const maxClicks = clicked[0]?.clicks ?? 1
  const earned = useLinksEarned(
    scope,
    filter.query,
    clicked.map(({ url_id }) => url_id),
  )

  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Top performing links</Title>
        {hasEarned && (
          <RouteLink to="/analytics?tab=earnings" className={classes.link}>
            See earnings
          </RouteLink>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {filter.selected.name === 'custom' ? formatDateRange(filter.query) : filter.selected.label}
        {deletedClicks > 0 && ` · plus ${formatCount(deletedClicks, 'click')} of deleted links`}
      </Text>
      {clicked.length === 0 ? (
        <Text c="dimmed" py="xl" ta="center">
          {deletedClicks > 0 ? 'All clicks in this period were on deleted links.' : 'Share a link: the most clicked links are listed here.'}
        </Text>
      ) : (
        <ol className={classes.top}>
          {clicked.map((one) => (
            <TopLink key={one.url_id} {...one} part={one.clicks / maxClicks} earned={earned?.get(one.url_id)} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function TopLink({ link, clicks, part, earned }: TopPerformingLink & { part: number; earned: EarnedAmounts | undefined }) {
  return (
    <li>
      <RouteLink to={`/links/${link.url_id}`} className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>{formatLinkName(link)}</span>
          <span className={classes.about}>
            <span className={classes.url}>{formatReadableShortUrl(link.url)}</span>
            <LinkHealthTag health={link.health} />
            {link.labels.slice(0, labelsShown).map((label) => (
              <LabelTag key={label} name={label} />
            ))}
          </span>
        </span>
        <span className={classes.track} aria-hidden>
          <span style={{ width: `${part * 100}%` }} />
        </span>
        <span className={classes.count} title={formatCount(clicks, 'click')}>
          {formatNumber(clicks)}
          <span className={classes.unit}> {clicks === 1 ? 'click' : 'clicks'}</span>
          {earned && (
            <span className={classes.earned} title={formatAllEarned(earned)}>
              {formatEarned(earned)} earned
            </span>
          )}
        </span>
      </RouteLink>
    </li>
  )
}
