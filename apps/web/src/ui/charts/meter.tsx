import { useId } from 'react'
import { formatNumber } from '../formats/numbers.ts'
import classes from './meter.module.css'

interface MeterProps {
  label: string
  used: number
  /** Null if there is no limit. */
  limit: number | null
  children?: React.ReactNode
}

/** How much of a limit is used, as numbers and as a bar. */
export function Meter({ label, used, limit, children }: MeterProps) {
  const id = useId()
  const share = limit === null ? 0 : Math.min(1, limit === 0 ? 1 : used / limit)
  const tone = share >= 1 ? 'full' : share >= 0.8 ? 'near' : undefined
  return (
    <div className={classes.meter}>
      <div className={classes.line}>
        <span id={id}>{label}</span>
        <span className={classes.numbers}>
          <strong>{formatNumber(used)}</strong> / {limit === null ? 'Unlimited' : formatNumber(limit)}
        </span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={limit ?? undefined}
        aria-valuenow={limit === null ? undefined : Math.min(used, limit)}
        aria-valuetext={limit === null ? `${formatNumber(used)}, unlimited` : `${formatNumber(used)} of ${formatNumber(limit)}`}
      >
        <span className={classes.fill} data-tone={tone} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {children !== undefined && <div className={classes.note}>{children}</div>}
    </div>
  )
}
