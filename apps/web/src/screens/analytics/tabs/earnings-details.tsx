import type { ProjectScope } from '../../../api/api.ts'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { ImportsCard } from '../../../features/earnings/imports/imports-card.tsx'
import { PostbackCard } from '../../../features/earnings/postback/postback-card.tsx'
import { RatesCard } from '../../../features/earnings/rates/rates-card.tsx'
import screen from '../../screen.module.css'
import { EarningsBreakdownCard } from './earnings-breakdown-card.tsx'

export { PostbackCard } from '../../../features/earnings/postback/postback-card.tsx'

interface EarningsDetailsProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  /** The chosen one. */
  currency: string
  currencies: readonly string[]
}

/** Shows the breakdown of the earnings, and the imported reports. */
export function EarningsDetails({ scope, filter, currency, currencies }: EarningsDetailsProps) {
  return (
    <>
      <EarningsBreakdownCard scope={scope} filter={filter} currency={currency} />
      <ImportsCard scope={scope} />
      <div className={screen.halves}>
        <PostbackCard scope={scope} />
        <RatesCard scope={scope} currencies={currencies} />
      </div>
    </>
  )
}
