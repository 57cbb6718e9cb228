import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { EarnedAmounts } from '../../features/earnings/earned-amounts.tsx'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { Card } from '../../ui/card.tsx'
import classes from './dashboard.module.css'

/** What the links earned in the selected days, by currency; nothing while there is nothing to show. */
export function EarnedInRange({ scope, filter }: { scope: ProjectScope; filter: AnalyticsFilter }) {
  const { tz, from, to } = filter.query
  const { data } = useQuery(earningsQuery(scope, { tz, from, to }))
  if (data === undefined || data.totals.length === 0) return null
  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Earned</Title>
        <RouteLink to="/analytics?tab=earnings" className={classes.link}>
          See earnings
        </RouteLink>
      </div>
      <EarnedAmounts totals={data.totals} />
      <Text size="sm" c="dimmed">
        {filter.selected.label}
      </Text>
    </Card>
  )
}
