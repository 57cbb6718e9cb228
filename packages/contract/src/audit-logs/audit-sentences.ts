// Sentences of the activity log. Each sentence says what happened and names the changed object.
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

/** `describeWith('Created', 'link')` returns for example: Created link “summer”. */
export function describeWith(verb: string, noun: string): DescribeChange {
  return (change) => [verb, noun, quoteName(findAuditedName(change))].filter(Boolean).join(' ')
}

/** Returns for example: Renamed project “Shop” to “Store”. Or: Changed color and logo of category “Lamps”. */
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

/** Returns for example: Deleted 12 links. If the entry is about one link: Deleted link “summer”. */
export function describeEach(verb: string, noun: string): DescribeChange {
  return (change) => {
    const each = splitAuditedChange(change)
    const [first = change] = each
    if (each.length < 2 && findAuditedName(first) !== undefined) return describeWith(verb, noun)(first)
    return `${verb} ${formatCounted(each.length, noun)}`
  }
}

/** Returns for example: Required a second factor in organization “Lamps”. */
export function describeSecondFactorRule(change: AuditedChange): string {
  const verb = change.after?.second_factor_required === true ? 'Required a second factor in' : 'Stopped requiring a second factor in'
  return describeWith(verb, 'organization')(change)
}

/** Returns for example: Changed the plan from Free to Pro. */
export function describePlanChange({ before, after }: AuditedChange): string {
  const plans = [
    { word: 'from', plan: before?.package },
    { word: 'to', plan: after?.package },
  ]
  const parts = plans.flatMap(({ word, plan }) => (isText(plan) ? [`${word} ${plan}`] : []))
  return ['Changed the plan', ...parts].join(' ')
}

/** Returns for example: Refunded $399.00: a second payment of Lifetime. */
export function describeRefund({ after }: AuditedChange): string {
  const [amount, reason] = [after?.amount, after?.reason]
  return isText(amount) && isText(reason) ? `Refunded ${amount}: ${reason}` : 'Refunded a payment'
}

/**
 * Returns for example: Imported 12 links from “links.csv”, started by Mia. The entry stores the file and line of each
 * link under the link's id. Older entries only list the ids in `created`.
 */
export function describeLinkImport({ after }: AuditedChange): string {
  const { full_name: starter, created, ...links } = after ?? {}
  const [link] = Object.values(links)
  const file = quoteName(findAuditedName({ before: null, after: typeof link === 'object' ? (link as AuditedChange['after']) : null }))
  const count = Array.isArray(created) ? created.length : Object.keys(links).length
  const what = `Imported ${formatCounted(count, 'link')}`
  return `${what}${file === undefined ? '' : ` from ${file}`}${isText(starter) ? `, started by ${starter}` : ''}`
}

/**
 * Returns for example: Deleted 12 imported links, started by Mia. The entry stores each deleted link or product under
 * its id, and only links have a target.
 */
export function describeUndoneImport({ before, after }: AuditedChange): string {
  const { full_name: starter, ...deleted } = before ?? after ?? {}
  const [first] = Object.values(deleted)
  const noun = typeof first === 'object' && first !== null && 'target' in first ? 'imported link' : 'imported product'
  const what = describeEach('Deleted', noun)({ before: deleted, after: null })
  return `${what}${isText(starter) ? `, started by ${starter}` : ''}`
}

export function describeUpload({ after }: AuditedChange): string {
  return after !== null && 'families' in after ? 'Copied fonts' : 'Uploaded a picture'
}

/** Returns for example: Link “summer” is broken. Or: Link “summer” works again. */
export function describeHealthChange(change: AuditedChange): string {
  const subject = ['Link', quoteName(findAuditedName(change))].filter(Boolean).join(' ')
  return change.after?.status === 'broken' ? `${subject} is broken` : `${subject} works again`
}

/** Returns for example: Deleted recorded clicks of “summer”. The quoted name is the name of a link or a project. */
export function describeClickDeletion(change: AuditedChange): string {
  return ['Deleted recorded clicks', quoteName(findAuditedName(change))].filter(Boolean).join(' of ')
}

/** Returns for example: Sale A-11 received. The sale's number has no quotation marks. */
export function describeReceivedSale(change: AuditedChange): string {
  return ['Sale', findAuditedName(change), 'received'].filter(Boolean).join(' ')
}

/** Returns for example: Matched sale A-11 to a link. Or: Matched 3 of 4 sales to links. */
export function describeMatchedSales(change: AuditedChange): string {
  const { by_click, by_estimate, by_product, unassigned } = change.after ?? {}
  const matched = [by_click, by_estimate, by_product].reduce<number>((sum, count) => sum + (Number(count) || 0), 0)
  const name = findAuditedName(change)
  if (name !== undefined) return matched > 0 ? `Matched sale ${name} to a link` : `Found no link for sale ${name}`
  return `Matched ${formatCount(matched)} of ${formatCounted(matched + (Number(unassigned) || 0), 'sale')} to links`
}

/** Returns for example: Announced 3 new sales. */
export function describeAnnouncedSales({ after }: AuditedChange): string {
  return typeof after?.sales === 'number' ? `Announced ${formatCounted(after.sales, 'new sale')}` : 'Announced new sales'
}

/**
 * Returns for example: Compressed a picture of 1,200 × 800 px. The sentence has the size because pictures have no name.
 */
export function describeCompression({ after }: AuditedChange): string {
  const [width, height] = [after?.width, after?.height]
  const isKnown = typeof width === 'number' && typeof height === 'number'
  return isKnown ? `Compressed a picture of ${formatCount(width)} × ${formatCount(height)} px` : 'Compressed a picture'
}

/** Returns for example: Deleted 2 pictures that nothing uses. */
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
