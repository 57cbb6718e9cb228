// The sentences of the activity log: each says what a user did, with the name of what was changed.
import { type AuditedChange, findAuditedName, listChangedFields, splitAuditedChange } from './audit-changes.ts'
import type { AuditGroup } from './audit-logs.ts'

export type DescribeChange = (change: AuditedChange) => string

export interface AuditEvent {
  group: AuditGroup
  label: string
  describe: DescribeChange
}

export function describeTransfer(change: AuditedChange): string {
  const name = findAuditedName(change)
  return name === undefined ? 'Transferred the ownership' : `Transferred the ownership to “${name}”`
}

/** `done('Created', 'link')`: Created link “summer”. */
export function describeWith(verb: string, noun: string): DescribeChange {
  return (change) => [verb, noun, quoteName(findAuditedName(change))].filter(Boolean).join(' ')
}

/** Renamed project “Shop” to “Store”; Changed color and logo of category “Lamps”. */
export function describeFieldChanges(noun: string): DescribeChange {
  return (change) => {
    const fields = listChangedFields(change)
    const [only] = fields
    if (fields.length === 1 && only?.field === 'name' && isText(only.before) && isText(only.after))
      return `Renamed ${noun} ${quoteName(only.before)} to ${quoteName(only.after)}`
    const subject = [noun, quoteName(findAuditedName(change))].filter(Boolean).join(' ')
    if (fields.length === 0) return `Saved ${subject} without changes`
    const names = fields.map(({ label }) => label.toLowerCase())
    return `Changed ${formatFieldNames(names)} of ${subject}`
  }
}

/** Deleted 12 links; Deleted link “summer”, where it is the only one. */
export function describeEach(verb: string, noun: string): DescribeChange {
  return (change) => {
    const each = splitAuditedChange(change)
    const [first = change] = each
    if (each.length < 2 && findAuditedName(first) !== undefined) return describeWith(verb, noun)(first)
    return `${verb} ${formatCounted(each.length, noun)}`
  }
}

/** Changed the plan from Free to Pro. */
export function describePlanChange({ before, after }: AuditedChange): string {
  const plans = [
    { word: 'from', plan: before?.package },
    { word: 'to', plan: after?.package },
  ]
  const parts = plans.flatMap(({ word, plan }) => (isText(plan) ? [`${word} ${plan}`] : []))
  return ['Changed the plan', ...parts].join(' ')
}

/** Refunded $399.00: a second payment of Lifetime. */
export function describeRefund({ after }: AuditedChange): string {
  const [amount, reason] = [after?.amount, after?.reason]
  return isText(amount) && isText(reason) ? `Refunded ${amount}: ${reason}` : 'Refunded a payment'
}

/**
 * Imported 12 links from “links.csv”, started by Mia. The entry has file and line of each link under its id, as one
 * about several; earlier entries only list the ids.
 */
export function describeLinkImport({ after }: AuditedChange): string {
  const { full_name: starter, created, ...links } = after ?? {}
  const [link] = Object.values(links)
  const file = quoteName(findAuditedName({ before: null, after: typeof link === 'object' ? (link as AuditedChange['after']) : null }))
  const count = Array.isArray(created) ? created.length : Object.keys(links).length
  const what = `Imported ${formatCounted(count, 'link')}`
  return `${what}${file === undefined ? '' : ` from ${file}`}${isText(starter) ? `, started by ${starter}` : ''}`
}

export function describeUpload({ after }: AuditedChange): string {
  return after !== null && 'families' in after ? 'Copied fonts' : 'Uploaded a picture'
}

/** Link “summer” is broken; Link “summer” works again. */
export function describeHealthChange(change: AuditedChange): string {
  const subject = ['Link', quoteName(findAuditedName(change))].filter(Boolean).join(' ')
  return change.after?.status === 'broken' ? `${subject} is broken` : `${subject} works again`
}

/** Deleted recorded clicks of “summer”, which is a link or a project. */
export function describeClickDeletion(change: AuditedChange): string {
  return ['Deleted recorded clicks', quoteName(findAuditedName(change))].filter(Boolean).join(' of ')
}

/** Sale A-11 received: a number needs no quotation marks. */
export function describeReceivedSale(change: AuditedChange): string {
  return ['Sale', findAuditedName(change), 'received'].filter(Boolean).join(' ')
}

/** Matched sale A-11 to a link; Matched 3 of 4 sales to links. */
export function describeMatchedSales(change: AuditedChange): string {
  const [byClick, byEstimate, unassigned] = [change.after?.by_click, change.after?.by_estimate, change.after?.unassigned].map(Number)
  const matched = (byClick || 0) + (byEstimate || 0)
  const name = findAuditedName(change)
  if (name !== undefined) return matched > 0 ? `Matched sale ${name} to a link` : `Found no link for sale ${name}`
  return `Matched ${formatCount(matched)} of ${formatCounted(matched + (unassigned || 0), 'sale')} to links`
}

/** Announced 3 new sales. */
export function describeAnnouncedSales({ after }: AuditedChange): string {
  return typeof after?.sales === 'number' ? `Announced ${formatCounted(after.sales, 'new sale')}` : 'Announced new sales'
}

/** Compressed a picture of 1,200 × 800 px: pictures have no name. */
export function describeCompression({ after }: AuditedChange): string {
  const [width, height] = [after?.width, after?.height]
  const isKnown = typeof width === 'number' && typeof height === 'number'
  return isKnown ? `Compressed a picture of ${formatCount(width)} × ${formatCount(height)} px` : 'Compressed a picture'
}

/** Deleted 2 pictures that nothing uses. */
export function describeUnusedDeletion({ before }: AuditedChange): string {
  return `Deleted ${Array.isArray(before?.uploads) ? formatCounted(before.uploads.length, 'picture') : 'pictures'} that nothing uses`
}

function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

const maxNamedFields = 3

function formatFieldNames(names: readonly string[]): string {
  if (names.length > maxNamedFields) return `${names.length} fields`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const maxNameLength = 80

function quoteName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const characters = [...name]
  return `“${characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name}”`
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
