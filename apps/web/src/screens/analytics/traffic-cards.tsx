import type { Dashboard } from '@linkshelf/contract'
import { IconClick, IconUsers, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import type { AnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { botsWords } from '../../features/analytics/bots-words.ts'
import { ChangeMark } from '../../features/analytics/change-mark.tsx'
import { countDays } from '../../features/analytics/period.ts'
import { trafficNumbers } from '../../features/analytics/traffic-queries.ts'
import { showCount, showNumber } from '../../ui/numbers.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import screen from '../screen.module.css'
import classes from './analytics.module.css'

const look = { size: 20, stroke: 1.6 }

interface TrafficCardsProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  numbers: Dashboard
  /** The numbers are those of the days shown before. */
  isOld: boolean
}

/** The three numbers of the days shown, each beside that of the period before where it is asked for. */
export function TrafficCards({ scope, filter, numbers, isOld }: TrafficCardsProps) {
  const { query, queryBefore, bots } = filter
  const { data: before, isPlaceholderData } = useQuery({
    ...trafficNumbers(scope, queryBefore ?? query),
    enabled: queryBefore !== undefined,
  })
  const base = isPlaceholderData ? undefined : before
  const cards = [
    {
      name: 'totalClicks',
      label: 'Total traffic',
      word: `total ${botsWords[bots].unit.toLowerCase()} in ${showCount(countDays(query), 'day')}`,
      Icon: IconClick,
    },
    { name: 'visitors', label: 'Unique visitors', word: 'daily visitors', Icon: IconUsers },
    { name: 'countries', label: 'Locations', word: 'countries', Icon: IconWorld },
  ] as const

  return (
    <div className={screen.stats} aria-busy={isOld}>
      {cards.map(({ name, label, word, Icon }) => (
        <StatCard key={name} label={label} icon={<Icon {...look} />} value={showNumber(numbers[name])}>
          <span className={classes.change}>
            {word}
            <ChangeMark now={numbers[name]} before={base?.[name]} period={queryBefore} />
          </span>
        </StatCard>
      ))}
    </div>
  )
}
