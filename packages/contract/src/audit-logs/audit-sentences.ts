// The sentences of the activity log: each says what a user did, with the name of what was changed.
import { type AuditedChange, auditedEach, auditedFields, auditedName } from './audit-changes.ts'

export type Describe = (change: AuditedChange) => string

export function transferred(change: AuditedChange): string {
  const name = auditedName(change)
  return name === undefined ? 'Transferred the ownership' : `Transferred the ownership to “${name}”`
}

/** `done('Created', 'link')`: Created link “summer”. */
export function done(verb: string, noun: string): Describe {
  return (change) => [verb, noun, quoted(auditedName(change))].filter(Boolean).join(' ')
}

/** Renamed project “Shop” to “Store”; Changed color and logo of category “Lamps”. */
export function changed(noun: string): Describe {
  return (change) => {
    const fields = auditedFields(change)
    const [only] = fields
    if (fields.length === 1 && only?.field === 'name' && isText(only.before) && isText(only.after))
      return `Renamed ${noun} ${quoted(only.before)} to ${quoted(only.after)}`
    const subject = [noun, quoted(auditedName(change))].filter(Boolean).join(' ')
    if (fields.length === 0) return `Saved ${subject} without changes`
    const names = fields.map(({ label }) => label.toLowerCase())
    return `Changed ${formatFieldNames(names)} of ${subject}`
  }
}

/** Deleted 12 links; Deleted link “summer”, where it is the only one. */
export function several(verb: string, noun: string): Describe {
  return (change) => {
    const each = auditedEach(change)
    const [first = change] = each
    if (each.length < 2 && auditedName(first) !== undefined) return done(verb, noun)(first)
    return `${verb} ${each.length.toLocaleString('en')} ${each.length === 1 ? noun : `${noun}s`}`
  }
}

/** Changed the plan from Free to Pro. */
export function planChosen({ before, after }: AuditedChange): string {
  const plans = [
    { word: 'from', plan: before?.package },
    { word: 'to', plan: after?.package },
  ]
  const parts = plans.flatMap(({ word, plan }) => (isText(plan) ? [`${word} ${plan}`] : []))
  return ['Changed the plan', ...parts].join(' ')
}

/** Refunded $399.00: a second payment of Lifetime. */
export function refunded({ after }: AuditedChange): string {
  const [amount, reason] = [after?.amount, after?.reason]
  return isText(amount) && isText(reason) ? `Refunded ${amount}: ${reason}` : 'Refunded a payment'
}

/**
 * Imported 12 links from “links.csv”, started by Mia. The entry has file and line of each link under its id, as one
 * about several; earlier entries only list the ids.
 */
export function importedLinks({ after }: AuditedChange): string {
  const { full_name: starter, created, ...links } = after ?? {}
  const [link] = Object.values(links)
  const file = quoted(auditedName({ before: null, after: typeof link === 'object' ? (link as AuditedChange['after']) : null }))
  const count = Array.isArray(created) ? created.length : Object.keys(links).length
  const what = `Imported ${count.toLocaleString('en')} ${count === 1 ? 'link' : 'links'}`
  return `${what}${file === undefined ? '' : ` from ${file}`}${isText(starter) ? `, started by ${starter}` : ''}`
}

export function uploaded({ after }: AuditedChange): string {
  return after !== null && 'families' in after ? 'Copied fonts' : 'Uploaded a picture'
}

const maxNamedFields = 3

function formatFieldNames(names: readonly string[]): string {
  if (names.length > maxNamedFields) return `${names.length} fields`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const maxNameLength = 80

function quoted(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const characters = [...name]
  return `“${characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name}”`
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
