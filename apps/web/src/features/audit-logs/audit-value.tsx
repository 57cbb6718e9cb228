import { showInstant } from '../../ui/formats/dates.ts'
import { showNumber } from '../../ui/formats/numbers.ts'
import classes from './audit.module.css'

const maxLength = 120

/** A stored value as a reader expects it: a color with its swatch, an instant in the own time zone, a long text cut. */
export function AuditValue({ value }: { value: unknown }) {
  if (isMissing(value)) return <span className={classes.none}>empty</span>
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) {
    return (
      <span className={classes.color}>
        <span aria-hidden className={classes.swatch} style={{ background: value }} />
        {value}
      </span>
    )
  }
  const text = toText(value)
  return <span title={text.length > maxLength ? text : undefined}>{cut(text)}</span>
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return showNumber(value)
  if (typeof value === 'string') return isInstant(value) ? showInstant(value) : value
  if (!Array.isArray(value)) return fieldsToText(value as object)
  return value.every(isId) ? `${value.length} chosen` : value.map(toText).join(', ')
}

/** The only field without its name: an organization in an entry is its name. Ids say nothing to a reader. */
function fieldsToText(value: object): string {
  const fields = Object.entries(value).filter(([, field]) => !isMissing(field) && !isId(field))
  return fields.map(([name, field]) => (fields.length === 1 ? toText(field) : `${name.replaceAll('_', ' ')}: ${toText(field)}`)).join(', ')
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
