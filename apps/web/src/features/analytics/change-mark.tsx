import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { showSpan } from '../../ui/dates.ts'
import { showNumber, showPercent } from '../../ui/numbers.ts'
import type { Period } from './period.ts'
import classes from './trend-mark.module.css'

interface ChangeMarkProps {
  now: number
  /** Nothing when the period before is not known. */
  before: number | undefined
  /** The days of `before`; nothing when the plan does not show them. */
  period: Period | undefined
}

/** How a number differs from that of the period before; a dash when there is nothing to compare with. */
export function ChangeMark({ now, before, period }: ChangeMarkProps) {
  if (period === undefined) return <NoBase why="The period before is further back than your plan shows" />
  if (before === undefined) return <NoBase why="The period before is not known" />
  const base = `${showNumber(before)} in ${showSpan(period)}`
  if (before === 0) return <NoBase why={base} />

  const direction = now > before ? 'up' : now < before ? 'down' : 'flat'
  const { Icon, sign } = looks[direction]
  return (
    <span className={classes.trend} data-trend={direction} title={`Against ${base}`}>
      <Icon aria-hidden size={16} />
      {sign}
      {showPercent(Math.abs(now - before), before)}
      <span className="visually-hidden"> against {base}</span>
    </span>
  )
}

const looks = {
  up: { Icon: IconArrowUpRight, sign: '+' },
  down: { Icon: IconArrowDownRight, sign: '−' },
  flat: { Icon: IconArrowRight, sign: '' },
} as const

function NoBase({ why }: { why: string }) {
  return (
    <span className={classes.unknown} title={why}>
      –<span className="visually-hidden"> {why}</span>
    </span>
  )
}
