import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { minTrendDays, type Trend } from './click-trend.ts'
import classes from './trend-badge.module.css'

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
