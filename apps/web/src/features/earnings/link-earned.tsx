import { type EarningsTotals, formatMoney } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { listedLinkQuery } from '../analytics/analytics-queries.ts'
import classes from './link-earned.module.css'
import { formatPerClick } from './money.ts'

interface LinkEarnedProps {
  scope: ProjectScope
  urlId: string
}

/**
 * The earnings of a listed link in the organization's default date range. Renders nothing if there are no sales, and
 * while the earnings load.
 */
export function LinkEarned({ scope, urlId }: LinkEarnedProps) {
  const { data } = useQuery(listedLinkQuery(scope, urlId))
  const [first, ...others] = data?.totals ?? []
  if (first === undefined) return null
  return (
    <span className={classes.earned} title={[first, ...others].map(formatEarned).join('\n')}>
      <b>
        {formatMoney(first.earned, first.currency)}
        {others.length > 0 && ` +${others.length}`}
      </b>
      <span className={classes.word}> earned</span>
    </span>
  )
}

/** The earnings of a link, as shown on the link's page: each currency, with earnings per click. */
export function LinkEarnedNote({ scope, urlId }: LinkEarnedProps) {
  const { data } = useQuery(listedLinkQuery(scope, urlId))
  if (data === undefined || data.totals.length === 0) return null
  return (
    <span className={classes.note}>
      {data.totals.map((total) => (
        <span key={total.currency}>{formatEarned(total)}</span>
      ))}
    </span>
  )
}

/** Returns "€12.40 earned · €0.13 per click". */
function formatEarned({ earned, currency, epc }: EarningsTotals): string {
  const parts = [`${formatMoney(earned, currency)} earned`, epc !== null && `${formatPerClick(epc, currency)} per click`]
  return parts.filter(Boolean).join(' · ')
}
