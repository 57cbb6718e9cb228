import { type EarningsTotals, formatMoney } from '@linkshelf/contract'
import { formatCount } from '../../ui/formats/numbers.ts'
import classes from './earned-amounts.module.css'
import { formatPerClick } from './money.ts'

interface EarnedAmountsProps {
  totals: readonly EarningsTotals[]
}

export function EarnedAmounts({ totals }: EarnedAmountsProps) {
  return (
    <dl className={classes.amounts}>
      {totals.map((total) => (
        <div key={total.currency}>
          <dt>{formatMoney(total.earned, total.currency)}</dt>
          <dd>{formatEarningsDetails(total)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns "€0.13 per click · 156 conversions · €106.07 pending". */
function formatEarningsDetails({ currency, pending, epc, conversions, by_estimate, by_product }: EarningsTotals): string {
  return [
    epc !== null && `${formatPerClick(epc, currency)} per click`,
    formatCount(conversions, 'conversion'),
    pending !== 0 && `${formatMoney(pending, currency)} pending`,
    by_estimate !== 0 && `${formatMoney(by_estimate, currency)} of it is an estimate`,
    by_product !== 0 && `${formatMoney(by_product, currency)} of it by product`,
  ]
    .filter(Boolean)
    .join(' · ')
}
