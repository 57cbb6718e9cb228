import type { BreakdownKind, BreakdownRow, ConditionName } from '@linkshelf/contract'

/** Conditions that clicks must meet, as the URL of a screen and the query of a call have them. */
export type Conditions = Partial<Record<ConditionName, string>>

const maxLength = 300

/** Returns the conditions of a URL; an empty value is an unknown one. */
export function parseConditions(params: URLSearchParams, names: readonly ConditionName[]): Conditions {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === null || value.length > maxLength ? [] : [[name, value]]
    }),
  )
}

/** Returns the URL's query with these conditions added, or replaced; undefined removes one. */
export function toQueryWithConditions(params: URLSearchParams, changes: Partial<Record<ConditionName, string | undefined>>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return `?${next}`
}

/**
 * Returns the address that a filter links to: one with its conditions alone, or, where `by` has its value already, one
 * without that condition.
 */
export function toFilterLink(params: URLSearchParams, by: ConditionName, conditions: Conditions): { action: string; to: string } {
  const isChosen = params.get(by) === conditions[by]
  return {
    action: isChosen ? 'Remove filter' : 'Show only',
    to: toQueryWithConditions(params, isChosen ? { [by]: undefined } : conditions),
  }
}

/**
 * Returns the conditions that a row of a breakdown adds; undefined for the row of all other names, which
 * have nothing in common.
 */
export function toConditions(by: BreakdownKind, { name, country, is_other }: BreakdownRow): Conditions | undefined {
  if (is_other) return undefined
  // Cities of one name are in several countries.
  return by === 'city' && country !== undefined ? { country, city: name } : { [by]: name }
}
