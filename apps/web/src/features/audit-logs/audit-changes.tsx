import { type AuditedChange, type AuditLogEntry, auditedFields, type FieldChange } from '@linkshelf/contract'
import classes from './audit.module.css'
import { AuditValue } from './audit-value.tsx'

/** More changed fields than this are shown on request. */
const shownAtFirst = 3
const shownAtMost = 40

/**
 * Shows the changes of an entry: the first fields of a change at once, and all fields of a created or
 * deleted thing on request.
 */
export function AuditChanges({ entry }: { entry: AuditLogEntry }) {
  const change: AuditedChange = { before: entry.before, after: entry.after }
  const isChange = change.before !== null && change.after !== null
  const fields = auditedFields(change)
  const atOnce = isChange ? fields.slice(0, shownAtFirst) : []
  const later = fields.slice(atOnce.length)
  if (fields.length === 0) return null

  return (
    <div className={classes.changes}>
      {atOnce.length > 0 && <Fields fields={atOnce} isChange />}
      {later.length > 0 && (
        <details className={classes.more}>
          <summary>{isChange ? `${later.length} more` : 'Details'}</summary>
          <Fields fields={later.slice(0, shownAtMost)} isChange={isChange} />
          {later.length > shownAtMost && <p>{later.length - shownAtMost} more are in the CSV file.</p>}
        </details>
      )}
    </div>
  )
}

function Fields({ fields, isChange }: { fields: readonly FieldChange[]; isChange: boolean }) {
  return (
    <dl className={classes.fields}>
      {fields.map((change) => (
        <div key={`${change.subject} ${change.field}`} className={classes.field}>
          <dt>{change.subject === undefined ? change.label : `${change.subject}: ${change.label}`}</dt>
          <dd>
            {isChange ? (
              <>
                <span className="visually-hidden">from </span>
                <del>
                  <AuditValue value={change.before} />
                </del>
                <span aria-hidden> → </span>
                <span className="visually-hidden"> to </span>
                <ins>
                  <AuditValue value={change.after} />
                </ins>
              </>
            ) : (
              <AuditValue value={change.after ?? change.before} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
