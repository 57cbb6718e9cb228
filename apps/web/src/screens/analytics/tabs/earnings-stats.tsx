import { type EarningsSummary, type EarningsTotals, formatMoney } from '@linkshelf/contract'
import { IconClick, IconCoins, IconLinkOff, IconShoppingCart } from '@tabler/icons-react'
import type { DateRange } from '../../../features/analytics/range/date-range.ts'
import { Delta } from '../../../features/analytics/trend/delta.tsx'
import { formatPerClick, sumConversions } from '../../../features/earnings/money.ts'
import { OtherCurrencies } from '../../../features/earnings/other-currencies.tsx'
import { StatCard, StatRow } from '../../../ui/charts/stat-card.tsx'
import { formatCount, formatNumber, formatPercent } from '../../../ui/formats/numbers.ts'

const iconProps = { size: 20, stroke: 1.6 }
const noEarnings: Pick<EarningsTotals, 'earned' | 'epc'> = { earned: 0, epc: 0 }

interface EarningsStatsProps {
  earnings: EarningsSummary
  currency: string
  /** The total in `currency`. Undefined if nothing was earned in the period. */
  total: EarningsTotals | undefined
  /** The totals of the previous period. Undefined while these totals are loading. */
  previousTotals: readonly EarningsTotals[] | undefined
  /** Undefined if comparison is off. */
  previousRange: DateRange | undefined
  isStale: boolean
}

/**
 * Shows the totals of one currency, and the conversions of all currencies. If the owner has set exchange rates, also
 * shows an estimate of all currencies together.
 */
export function EarningsStats({
  earnings: { clicks, ordered_items: ordered, estimate, totals, byDay },
  currency,
  total,
  previousTotals,
  previousRange,
  isStale,
}: EarningsStatsProps) {
  const base = previousTotals && (previousTotals.find((one) => one.currency === currency) ?? noEarnings)
  const epc = total?.epc ?? null
  const conversions = sumConversions(totals)
  const formatAmount = (amount: number) => formatMoney(amount, currency)
  // Figures per click use only days with clicks.
  const converted = countConversions(byDay.filter((day) => day.clicks > 0))
  return (
    <StatRow isStale={isStale}>
      <StatCard
        isMoney
        label="Earned"
        icon={<IconCoins {...iconProps} />}
        value={formatAmount(total?.earned ?? 0)}
        delta={<Delta current={total?.earned ?? 0} previous={base?.earned} range={previousRange} format={formatAmount} />}
        more={
          <>
            {total !== undefined && total.reversed > 0 && <div>{formatAmount(total.reversed)} reversed</div>}
            <OtherCurrencies shown={currency} totals={totals} previousTotals={previousTotals} previousRange={previousRange} />
            {estimate !== null && (
              <div title={estimate.missing.length === 0 ? '' : `Without ${estimate.missing.join(', ')}: no rate`}>
                ≈ {formatMoney(estimate.earned, estimate.currency)} in all, an estimate by your rates
              </div>
            )}
          </>
        }
      >
        {formatAmount(total?.pending ?? 0)} pending
      </StatCard>
      <StatCard
        isMoney
        label="Earnings per click"
        icon={<IconClick {...iconProps} />}
        value={formatPerClick(epc, currency)}
        delta={
          epc !== null && (
            <Delta
              current={epc}
              previous={base && (base.epc ?? 0)}
              range={previousRange}
              format={(amount) => formatPerClick(amount, currency)}
            />
          )
        }
      >
        {[`of ${formatCount(clicks, 'click')}`, clicks > 0 && hasEarnedWithoutClicks(byDay, currency) && 'days with clicks only']
          .filter(Boolean)
          .join(', ')}
      </StatCard>
      <StatCard
        label="Conversions"
        icon={<IconShoppingCart {...iconProps} />}
        value={formatNumber(conversions)}
        delta={<Delta current={conversions} previous={previousTotals && sumConversions(previousTotals)} range={previousRange} />}
      >
        {[
          converted <= clicks && clicks > 0 && `${formatPercent(converted, clicks)} of clicks`,
          ordered > 0 && `${formatCount(ordered, 'item')} ordered`,
        ]
          .filter(Boolean)
          .join(' · ') || 'sales and bounties'}
      </StatCard>
      <StatCard isMoney label="Sales without a link" icon={<IconLinkOff {...iconProps} />} value={formatAmount(total?.unassigned ?? 0)}>
        {total === undefined ? 'nothing earned' : formatMethods(total)}
      </StatCard>
    </StatRow>
  )
}

function hasEarnedWithoutClicks(days: EarningsSummary['byDay'], currency: string): boolean {
  return days.some(({ clicks, amounts }) => clicks === 0 && amounts.some((amount) => amount.currency === currency))
}

function countConversions(days: EarningsSummary['byDay']): number {
  return sumConversions(days.flatMap(({ amounts }) => amounts))
}

/**
 * Returns how the earnings were joined to links, for example "80% joined by click, 15% estimated, 5% by product". Omits
 * the last part if no sale was joined by its product.
 */
function formatMethods({ earned, by_click, by_estimate, by_product }: EarningsTotals): string {
  if (earned <= 0) return 'joined by click, estimate or product'
  const formatShare = (amount: number) => formatPercent(Math.max(0, amount), earned)
  const shares = [`${formatShare(by_click)} joined by click`, `${formatShare(by_estimate)} estimated`]
  return [...shares, ...(by_product > 0 ? [`${formatShare(by_product)} by product`] : [])].join(', ')
}
