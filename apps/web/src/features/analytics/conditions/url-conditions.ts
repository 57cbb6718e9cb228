import type { BreakdownKind, BreakdownRow, ConditionName } from '@linkshelf/contract'

/** Conditions that clicks must meet. They have the same names in the URL of a screen and in the query of a call. */
export type Conditions = Partial<Record<ConditionName, string>>

const maxLength = 300

/** Returns the conditions in a URL. An empty value means "unknown", for example an unknown country. */
export function parseConditions(params: URLSearchParams, names: readonly ConditionName[]): Conditions {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === null || value.length > maxLength ? [] : [[name, value]]
    }),
  )
}

/** Returns the URL's query with these conditions added or replaced. A condition that is undefined is removed. */
export function toQueryWithConditions(params: URLSearchParams, changes: Partial<Record<ConditionName, string | undefined>>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return `?${next}`
}

/**
 * Returns the action and the address of a filter link. If the URL already has this value of `by`, the link removes that
 * condition. Otherwise the link sets the conditions.
 */
export function toFilterLink(params: URLSearchParams, by: ConditionName, conditions: Conditions): { action: string; to: string } {
  const isChosen = params.get(by) === conditions[by]
  return {
    action: isChosen ? 'Remove filter' : 'Show only',
    to: toQueryWithConditions(params, isChosen ? { [by]: undefined } : conditions),
  }
}

/**
 * Returns the conditions that a row of a breakdown adds. Returns undefined for the row that sums up all other names,
 * because these names have nothing in common.
 */
export function toConditions(by: BreakdownKind, { name, country, is_other }: BreakdownRow): Conditions | undefined {
  if (is_other) return undefined
  // Cities in several countries can have the same name, so the country is a condition too.
  return by === 'city' && country !== undefined ? { country, city: name } : { [by]: name }
}
