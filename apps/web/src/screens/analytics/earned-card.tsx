import type { EarningsSummary } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { showMoney, showPerClick } from '../../features/earnings/money.ts'
import { Card } from '../../ui/card.tsx'
import { showCount } from '../../ui/formats/numbers.ts'
import classes from './earned-card.module.css'

interface EarnedCardProps {
  /** Undefined while it is not known. */
  earnings: EarningsSummary | undefined
  /** What sales are joined to. */
  joinedTo: string
}

/** Earnings beside the clicks of a part of the project, by currency; nothing while there is nothing to show. */
export function EarnedCard({ earnings, joinedTo }: EarnedCardProps) {
  if (earnings === undefined || earnings.totals.length === 0) return null
  return (
    <Card>
      <Title order={2}>Earnings</Title>
      <dl className={classes.amounts}>
        {earnings.totals.map(({ currency, earned, pending, epc, conversions, by_estimate }) => (
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
        Sales are joined to {joinedTo} by the id of the click where the retailer reports it, and otherwise estimated by tag, product and
        day.
      </Text>
    </Card>
  )
}
