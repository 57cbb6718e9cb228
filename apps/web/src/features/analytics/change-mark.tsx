import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { showSpan } from '../../ui/dates.ts'
import { showNumber } from '../../ui/numbers.ts'
import { changeInWords } from './change-words.ts'
import type { Period } from './period.ts'
import classes from './trend-mark.module.css'

interface ChangeMarkProps {
  now: number
  /** Nothing while it is not known. */
  before: number | undefined
  /** The days of `before`; nothing when it is not compared with. */
  period: Period | undefined
}

/** How a number differs from that of the period before; a dash while that is not known, nothing when it is not asked for. */
export function ChangeMark({ now, before, period }: ChangeMarkProps) {
  if (period === undefined) return null
  if (before === undefined) return <Unknown />
  const base = `against ${showNumber(before)} in ${showSpan(period)}`
  const { direction, words } = changeInWords(now, before)
  const Icon = icons[direction]
  return (
    <span className={classes.trend} data-trend={direction} title={`${words} ${base}`}>
      <Icon aria-hidden size={16} />
      {words}
      <span className="visually-hidden"> {base}</span>
    </span>
  )
}

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, flat: IconArrowRight } as const

function Unknown() {
  const why = 'The period before is not known'
  return (
    <span className={classes.unknown} title={why}>
      –<span className="visually-hidden"> {why}</span>
    </span>
  )
}
