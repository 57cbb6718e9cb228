import { labelNameMaxLength } from '../labels/label-rules.ts'
import { searchMaxLength } from './link-rules.ts'

export const linkViewMessages = {
  nameRequired: 'A view needs a name',
  loadFailed: 'Your views could not be loaded',
} as const

export const linkViewNameMaxLength = 64
/** The maximum of views of a user in a project. */
export const linkViewsPerUser = 50
/** The longest encoding of one character in a query, as `%E2%82%AC`. */
const encodedLength = 9
/** The longest search with the longest label, and the other parameters. */
export const linkViewQueryMaxLength = encodedLength * (searchMaxLength + labelNameMaxLength) + 1_000

/** A view of the list of links consists of these parameters of its URL. */
const viewParams = ['search', 'label', 'health', 'archived', 'sort'] as const

/**
 * The query of a view: parameters of the list alone, in one order, so that equal views have equal queries. Empty for
 * the list as it is without any.
 */
export function toLinkViewQuery(query: string): string {
  const given = new URLSearchParams(query)
  return new URLSearchParams(viewParams.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))).toString()
}
