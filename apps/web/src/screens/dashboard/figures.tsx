import { type EarningsSummary, type EarningsTotals, formatMoney } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import type { DateRange } from '../../features/analytics/range/date-range.ts'
import { Delta } from '../../features/analytics/trend/delta.tsx'
import { formatPerClick, sumConversions } from '../../features/earnings/money.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'
import classes from './figures.module.css'

const figureNames = ['earned', 'clicks', 'perClick', 'conversions'] as const
export type FigureName = (typeof figureNames)[number]

interface FiguresProps {
  clicks: number
  /** Undefined while the clicks of the previous period are loading. */
  previousClicks: number | undefined
  /** The range of `previousClicks`. Undefined if comparison is off. */
  clicksRange: DateRange | undefined
  /** Undefined while the earnings are loading, and if they could not be loaded. */
  earnings: EarningsSummary | undefined
  isLoading: boolean
  /** The earnings of the previous period. Undefined while these earnings are loading. */
  previous: EarningsSummary | undefined
  earningsRange: DateRange | undefined
  chosen: FigureName
  onChoose: (name: FigureName) => void
}

const noEarnings: Pick<EarningsTotals, 'earned' | 'epc'> = { earned: 0, epc: 0 }

/**
 * Shows the figures of a range. Amounts are in the currency with the highest earnings, and conversions are those of all
 * currencies. The chart shows the chosen figure.
 */
export function Figures({ clicks, previousClicks, clicksRange, earnings, isLoading, previous, earningsRange, ...choice }: FiguresProps) {
  const total = earnings?.totals[0]
  const currency = total?.currency ?? 'USD'
  const before = previous && (previous.totals.find((one) => one.currency === currency) ?? noEarnings)
  const conversions = sumConversions(earnings?.totals ?? [])
  const formatAmountPerClick = (amount: number) => formatPerClick(amount, currency)
  const ofEarnings = { ...choice, isKnown: total !== undefined, isLoading }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame.
    <div role="group" aria-label="Figure in the chart" className={classes.figures}>
      <Figure {...ofEarnings} name="earned" label="Earned" value={formatMoney(total?.earned ?? 0, currency)}>
        <Delta
          current={total?.earned ?? 0}
          previous={before?.earned}
          range={earningsRange}
          format={(amount) => formatMoney(amount, currency)}
        />
      </Figure>
      <Figure {...choice} isKnown name="clicks" label="Clicks" value={formatNumber(clicks)}>
        <Delta current={clicks} previous={previousClicks} range={clicksRange} />
      </Figure>
      <Figure {...ofEarnings} name="perClick" label="Per click" value={formatPerClick(total?.epc ?? null, currency)}>
        {total?.epc != null && (
          <Delta current={total.epc} previous={before && (before.epc ?? 0)} range={earningsRange} format={formatAmountPerClick} />
        )}
      </Figure>
      <Figure {...ofEarnings} name="conversions" label="Conversions" value={formatNumber(conversions)}>
        <Delta current={conversions} previous={previous && sumConversions(previous.totals)} range={earningsRange} />
      </Figure>
    </div>
  )
}

interface FigureProps extends Pick<FiguresProps, 'chosen' | 'onChoose'> {
  name: FigureName
  label: string
  value: string
  /** False if there are no sales. The figure then can't be chosen, because its chart would be empty. */
  isKnown: boolean
  isLoading?: boolean
  /** The change from the previous period. */
  children: React.ReactNode
}

function Figure({ name, label, value, isKnown, isLoading = false, chosen, onChoose, children }: FigureProps) {
  return (
    <button
      type="button"
      className={classes.figure}
      data-money={name === 'earned' || name === 'perClick' || undefined}
      aria-pressed={chosen === name}
      disabled={!isKnown}
      onClick={() => onChoose(name)}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{isKnown ? value : isLoading ? <Skeleton height={20} width={72} /> : '–'}</span>
      <span className={classes.change}>{isKnown && children}</span>
    </button>
  )
}

/** The skeleton of the figures while their range is loading. */
export function FiguresSkeleton() {
  return (
    <>
      <div className={classes.figures}>
        {figureNames.map((name) => (
          <div key={name} className={classes.figure}>
            <Skeleton height={14} width="45%" mt={4} />
            <Skeleton height={20} width={72} mt={6} />
          </div>
        ))}
      </div>
      <div className={classes.connect}>
        <Skeleton height={21} width={180} />
      </div>
    </>
  )
}
