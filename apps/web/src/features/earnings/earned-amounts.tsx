import type { EarningsTotals } from '@linkshelf/contract'
import { showCount } from '../../ui/formats/numbers.ts'
import classes from './earned-amounts.module.css'
import { showMoney, showPerClick } from './money.ts'

/** What was earned, by currency. */
export function EarnedAmounts({ totals }: { totals: readonly EarningsTotals[] }) {
  return (
    <dl className={classes.amounts}>
      {totals.map(({ currency, earned, pending, epc, conversions, by_estimate }) => (
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
  )
}
