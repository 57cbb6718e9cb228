import { type EarningsTotals, formatMoney } from '@linkshelf/contract'
import type { DateRange } from '../analytics/range/date-range.ts'
import { Delta } from '../analytics/trend/delta.tsx'
import classes from './other-currencies.module.css'

interface OtherCurrenciesProps {
  /** The currency whose earnings are shown elsewhere. */
  shown: string
  totals: readonly EarningsTotals[]
  /** The totals of the previous period. Undefined while these totals are loading. */
  previousTotals: readonly EarningsTotals[] | undefined
  /** Undefined if comparison is off. */
  previousRange: DateRange | undefined
}

/**
 * Shows the earnings in every currency except `shown`, each with its own comparison. A currency that has earnings only
 * in the previous period is shown too. Renders nothing if there is no other currency. Amounts in different currencies
 * are never added.
 */
export function OtherCurrencies({ shown, totals, previousTotals, previousRange }: OtherCurrenciesProps) {
  const earlier = previousRange === undefined ? [] : (previousTotals ?? [])
  const currencies = new Set([...totals, ...earlier].map((total) => total.currency))
  currencies.delete(shown)
  if (currencies.size === 0) return null
  return (
    <span className={classes.currencies}>
      <span>Also earned</span>
      {[...currencies].map((currency) => {
        const formatAmount = (amount: number) => formatMoney(amount, currency)
        const earned = findEarned(totals, currency)
        return (
          <span key={currency} className={classes.currency}>
            <b>{formatAmount(earned)}</b>
            <Delta
              current={earned}
              previous={previousTotals && findEarned(previousTotals, currency)}
              range={previousRange}
              format={formatAmount}
            />
          </span>
        )
      })}
    </span>
  )
}

function findEarned(totals: readonly EarningsTotals[], currency: string): number {
  return totals.find((total) => total.currency === currency)?.earned ?? 0
}
