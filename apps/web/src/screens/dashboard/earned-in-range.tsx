import { formatMoney } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { Delta } from '../../features/analytics/trend/delta.tsx'
import { EarnedAmounts } from '../../features/earnings/earned-amounts.tsx'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { Card } from '../../ui/card.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import classes from './dashboard.module.css'

/** Shows the earnings of the links in the selected days, by currency; renders nothing without any. */
export function EarnedInRange({ scope, filter: chosen }: { scope: ProjectScope; filter: AnalyticsFilter }) {
  const { data } = useQuery(earningsQuery(scope, daysOf(chosen.query)))
  const hasEarned = data !== undefined && data.totals.length > 0
  const previous = useQuery({
    ...earningsQuery(scope, daysOf(chosen.previousQuery ?? chosen.query)),
    enabled: hasEarned && chosen.previousQuery !== undefined,
  })
  const previousTotals = previous.isPlaceholderData ? undefined : previous.data?.totals
  const filter = useComparableFilter(chosen, { of: 'earnings', isEmpty: previousTotals?.length === 0 })
  if (!hasEarned) return null
  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Earned</Title>
        <RouteLink to="/analytics?tab=earnings" className={classes.link}>
          See earnings
        </RouteLink>
      </div>
      <EarnedAmounts
        totals={data.totals}
        deltaOf={({ currency, earned }) => (
          <Delta
            current={earned}
            previous={previousTotals && (previousTotals.find((one) => one.currency === currency)?.earned ?? 0)}
            range={filter.previousQuery}
            show={(amount) => formatMoney(amount, currency)}
          />
        )}
      />
      <Text size="sm" c="dimmed">
        {filter.selected.label}
      </Text>
    </Card>
  )
}

function daysOf({ tz, from, to }: AnalyticsFilter['query']) {
  return { tz, from, to }
}
