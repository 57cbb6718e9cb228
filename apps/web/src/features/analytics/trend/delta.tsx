import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatDateRange } from '../../../ui/formats/dates.ts'
import { formatNumber, formatPercent, formatValue } from '../../../ui/formats/numbers.ts'
import type { DateRange } from '../range/date-range.ts'
import { minTrendDays, type Trend } from './click-trend.ts'
import classes from './trend-badge.module.css'

interface DeltaProps {
  current: number
  /** Undefined while the value loads, and if it could not be loaded. */
  previous: number | undefined
  /** The range of `previous`; undefined while comparison is off. */
  range: DateRange | undefined
  /** Returns a number as text; `isShort` is true for a difference. By default the number is a count. */
  format?: (value: number, isShort: boolean) => string
}

/**
 * The difference from the previous period. A dash is shown while the previous period is unknown. Nothing is rendered
 * while comparison is off.
 */
export function Delta({ current, previous, range, format = formatValue }: DeltaProps) {
  if (range === undefined) return null
  if (previous === undefined) return <UnknownDelta />
  const base = `vs ${format(previous, false)} in ${formatDateRange(range)}`
  const { direction, text } = describeDelta(current, previous, format)
  const Icon = icons[direction]
  return (
    <span className={classes.trend} data-trend={direction} title={`${text} ${base}`}>
      <Icon aria-hidden size={16} />
      {text}
      <span className="visually-hidden"> {base}</span>
    </span>
  )
}

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight } as const

function UnknownDelta() {
  const reason = 'The previous period is not available'
  return (
    <span className={classes.unknown} title={reason}>
      –<span className="visually-hidden"> {reason}</span>
    </span>
  )
}

/** If the base is smaller than this, a percentage says little, so the difference is shown. */
const minPercentBase = 10
/** From this factor on, "12×" reads more easily than a percentage. */
const minFactor = 10
const maxFactor = 100

/**
 * Returns the change of a number as a percentage, if a percentage is meaningful. Otherwise returns a difference, a
 * factor or a word.
 */
export function describeDelta(
  current: number,
  previous: number,
  format = formatValue,
): { direction: 'up' | 'down' | 'flat'; text: string } {
  if (current === previous) return { direction: 'flat', text: 'No change' }
  if (previous === 0 && current > 0) return { direction: 'up', text: 'New' }
  if (current < previous) return { direction: 'down', text: `−${formatDifference(previous - current, previous, format)}` }
  const factor = current / previous
  if (previous < minPercentBase || factor < minFactor)
    return { direction: 'up', text: `+${formatDifference(current - previous, previous, format)}` }
  return { direction: 'up', text: factor > maxFactor ? `>${maxFactor}×` : `${formatNumber(factor)}×` }
}

function formatDifference(difference: number, base: number, format: typeof formatValue): string {
  return base < minPercentBase ? format(difference, true) : formatPercent(difference, base)
}

const appearances = {
  up: { Icon: IconArrowUpRight, word: 'Up' },
  down: { Icon: IconArrowDownRight, word: 'Down' },
  flat: { Icon: IconArrowRight, word: 'Flat' },
} as const

/** Shows whether a link's clicks rise or fall. `trend` is undefined while there are too few days for a trend. */
export function TrendBadge({ trend }: { trend: Trend | undefined }) {
  if (trend === undefined) return <span className={classes.unknown}>Available from day {minTrendDays}</span>

  const { Icon, word } = appearances[trend]
  return (
    <span className={classes.trend} data-trend={trend} title="The last 7 days compared with the 7 before">
      <Icon aria-hidden size={16} />
      {word}
    </span>
  )
}
