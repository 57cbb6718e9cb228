import { type AuditLogEntry, describeActor } from '@linkshelf/contract'
import type { ChartMark } from '../../../ui/charts/chart-intervals.ts'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import classes from './change-marks.module.css'

interface ChangeMarks {
  marks: ChartMark[]
  foot: React.ReactNode
}

/** Returns the changes in a chart's days twice: as marks in the chart, and as a list below the plot. */
export function toChangeMarks(changes: readonly AuditLogEntry[] = []): ChangeMarks {
  return {
    marks: changes.map(({ id, date, description, actor, metadata }) => ({
      id,
      at: date,
      text: `${description}, by ${describeActor(actor, metadata.source)}`,
    })),
    foot: changes.length > 0 && <MarkedChanges changes={changes} />,
  }
}

/**
 * Lists the changes that are marked in a chart, so that they can be read by keyboard and on screens without a pointer.
 */
function MarkedChanges({ changes }: { changes: readonly AuditLogEntry[] }) {
  return (
    <details className={classes.changes}>
      <summary>{formatCount(changes.length, 'change')} in this period</summary>
      <ul>
        {changes.map(({ id, date, description, actor, metadata }) => (
          <li key={id}>
            <time dateTime={date}>{formatInstant(date)}</time>
            <span>
              {description} <small>by {describeActor(actor, metadata.source)}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
