import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { type Trend, trendLeastDays } from './click-trend.ts'
import classes from './trend-mark.module.css'

const looks = {
  up: { Icon: IconArrowUpRight, word: 'Up' },
  down: { Icon: IconArrowDownRight, word: 'Down' },
  flat: { Icon: IconArrowRight, word: 'Flat' },
} as const

/** Nothing for `trend` means that there are too few days to tell. */
export function TrendMark({ trend }: { trend: Trend | undefined }) {
  if (trend === undefined) return <span className={classes.unknown}>Known from day {trendLeastDays}</span>

  const { Icon, word } = looks[trend]
  return (
    <span className={classes.trend} data-trend={trend} title="The last 7 days against the 7 before">
      <Icon aria-hidden size={16} />
      {word}
    </span>
  )
}
