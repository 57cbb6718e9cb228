import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api.ts'
import { type AnalyticsFilter, toRangeQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { linkEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { showMoney, showPerClick } from '../../../features/earnings/money.ts'
import { Card } from '../../../ui/card.tsx'
import { showCount } from '../../../ui/formats/numbers.ts'
import classes from './link-earnings.module.css'

/** What a link earned in the selected range, by currency; nothing while there is nothing to show. */
export function LinkEarnings({ scope, urlId, filter }: { scope: ProjectScope; urlId: string; filter: AnalyticsFilter }) {
  const { data } = useQuery(linkEarningsQuery(scope, urlId, toRangeQuery(filter.query)))
  if (data === undefined || data.totals.length === 0) return null
  return (
    <Card>
      <Title order={2}>Earnings</Title>
      <dl className={classes.amounts}>
        {data.totals.map(({ currency, earned, pending, epc, conversions, by_estimate }) => (
          <div key={currency}>
            <dt>{showMoney(earned, currency)}</dt>
            <dd>
              {showPerClick(epc, currency)} per click · {showCount(conversions, 'conversion')}
              {pending !== 0 && ` · ${showMoney(pending, currency)} pending`}
              {by_estimate !== 0 && ` · ${showMoney(by_estimate, currency)} of it is an estimate`}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        Sales are joined to this link by the id of the click where the retailer reports it, and otherwise estimated by tag, product and day.
      </Text>
    </Card>
  )
}
