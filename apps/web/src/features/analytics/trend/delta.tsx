import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatDateRange } from '../../../ui/formats/dates.ts'
import { formatNumber, formatPercent, formatValue } from '../../../ui/formats/numbers.ts'
import type { DateRange } from '../range/date-range.ts'
import { minTrendDays, type Trend } from './click-trend.ts'
import classes from './trend-badge.module.css'

interface DeltaProps {
  current: number
  /** Undefined while it is not loaded, or could not be. */
  previous: number | undefined
  /** The range of `previous`; undefined while comparison is off. */
  range: DateRange | undefined
  /** The words of a number, shortened for a difference; those of a count by default. */
  format?: (value: number, isShort: boolean) => string
}

/** The difference to the previous period; a dash while that is unknown, and not rendered while comparison is off. */
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

/** Below this base a percentage says little, so the difference is shown. */
const minPercentBase = 10
/** From this factor on, "12×" reads more easily than a percentage. */
const minFactor = 10
const maxFactor = 100

/**
 * Returns the change of a number: a percentage where that is meaningful, otherwise a difference, a factor or a word.
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

/** `trend` is undefined while there are too few days for one. */
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
