import { type AuditLogEntry, describeActor } from '@linkshelf/contract'
import { showInstant } from '../../../ui/formats/dates.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import classes from './marked-changes.module.css'

/** The changes that are marked in a chart, in words: for the keyboard too, and for screens without a pointer. */
export function MarkedChanges({ changes }: { changes: readonly AuditLogEntry[] }) {
  return (
    <details className={classes.changes}>
      <summary>{showCount(changes.length, 'change')} in this period</summary>
      <ul>
        {changes.map(({ id, date, description, actor, metadata }) => (
          <li key={id}>
            <time dateTime={date}>{showInstant(date)}</time>
            <span>
              {description} <small>by {describeActor(actor, metadata.source)}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
