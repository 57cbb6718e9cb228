import type { Link } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconClick, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import type { AnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { botsWords } from '../../features/analytics/bots-words.ts'
import { ChangeMark } from '../../features/analytics/change-mark.tsx'
import { daysOfLink, everOfLink, numbersOfLink } from '../../features/analytics/link-traffic-queries.ts'
import { countDays } from '../../features/analytics/period.ts'
import { showInstant } from '../../ui/dates.ts'
import { showCount, showNumber } from '../../ui/numbers.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import { showTimeAgo, useMinute } from '../../ui/time-ago.ts'
import screen from '../screen.module.css'
import classes from './analytics.module.css'

const look = { size: 20, stroke: 1.6 }

interface LinkNumbersProps {
  scope: ProjectScope
  link: Link
  filter: AnalyticsFilter
}

/** What a link did in the chosen days, and since when it is there. Why numbers are missing is told below them. */
export function LinkNumbers({ scope, link, filter }: LinkNumbersProps) {
  const { query, queryBefore } = filter
  const { data, isError, isPlaceholderData } = useQuery(numbersOfLink(scope, link.url_id, query))
  const before = useQuery({ ...numbersOfLink(scope, link.url_id, queryBefore ?? query), enabled: queryBefore !== undefined })
  const { data: days } = useQuery(daysOfLink(scope, link.url_id, query))
  const { data: ever } = useQuery(everOfLink(scope, link.url_id))
  const nowMs = useMinute()

  const unknown = isError ? '–' : <Skeleton width={72} height={32} my={3} />
  const scans = days?.reduce((sum, day) => sum + day.scans, 0)

  function changeOf(count: 'totalClicks' | 'visitors') {
    const base = before.isPlaceholderData ? undefined : before.data?.[count]
    return data !== undefined && <ChangeMark now={data[count]} before={base} period={queryBefore} />
  }

  return (
    <div className={screen.stats} aria-busy={isPlaceholderData}>
      <StatCard
        label={`Total ${botsWords[query.bots].unit.toLowerCase()}`}
        icon={<IconClick {...look} />}
        value={data === undefined ? unknown : showNumber(data.totalClicks)}
      >
        <div className={classes.change}>
          in {showCount(countDays(query), 'day')}
          {scans !== undefined && ` · ${showNumber(scans)} by QR code`}
          {changeOf('totalClicks')}
        </div>
      </StatCard>
      <StatCard label="Unique visitors" icon={<IconUsers {...look} />} value={data === undefined ? unknown : showNumber(data.visitors)}>
        <div className={classes.change}>
          daily visitors
          {changeOf('visitors')}
        </div>
      </StatCard>
      <StatCard
        label="Created"
        icon={<IconCalendarPlus {...look} />}
        isText
        value={<time dateTime={link.created_at}>{showInstant(link.created_at)}</time>}
      >
        {showTimeAgo(link.created_at, nowMs)}
        {ever !== undefined && <> · {showCount(ever.totalClicks, 'click')} since</>}
      </StatCard>
    </div>
  )
}
