// The columns of each kind of breakdown, and SQL that is derived from them.
import type { BreakdownKind } from '@linkshelf/contract'

interface BreakdownColumn {
  /**
   * The column of `clicks` and `page_views` that contains the names of the breakdown, for example the names of cities.
   */
  column: string
  /** The column that distinguishes equal names, for example two cities named Paris in different countries. */
  countryColumn?: 'country'
  /**
   * True if the number of names must be limited, because visitors choose the names or there are too many names. Other
   * kinds have at most a few hundred names.
   */
  isBounded?: true
  /** The first rollup version that contains this kind. Undefined if every version contains it. */
  firstVersion?: number
}

/** The version of the rollups that are written now. */
export const rollupVersion = 2

export const breakdownColumns: Readonly<Record<BreakdownKind, BreakdownColumn>> = {
  country: { column: 'country' },
  city: { column: 'city', countryColumn: 'country', isBounded: true },
  device: { column: 'device' },
  browser: { column: 'browser' },
  os: { column: 'os' },
  source: { column: 'source', isBounded: true, firstVersion: 1 },
  referrer: { column: 'referrer', isBounded: true },
  utm_source: { column: 'utm_source', isBounded: true },
  utm_medium: { column: 'utm_medium', isBounded: true },
  utm_campaign: { column: 'utm_campaign', isBounded: true },
  utm_term: { column: 'utm_term', isBounded: true, firstVersion: 1 },
  utm_content: { column: 'utm_content', isBounded: true, firstVersion: 1 },
  shop: { column: 'shop' },
  shop_reason: { column: 'shop_reason' },
  video: { column: 'video', isBounded: true },
  domain: { column: 'host', firstVersion: 2 },
}

/** Returns SQL for the name and country of a `clicks` row. The country is empty if the kind has no country column. */
export function toNameAndCountry(kind: BreakdownKind): readonly [name: string, country: string] {
  const { column, countryColumn } = breakdownColumns[kind]
  return [`toString(clicks.${column})`, countryColumn === undefined ? "''" : `toString(clicks.${countryColumn})`]
}

/** Returns SQL for the elements of an array: for each kind, the tuple (kind, name, country) of a `clicks` row. */
export function toProperties(kinds: readonly BreakdownKind[]): string {
  return kinds.map((kind) => `('${kind}', ${toNameAndCountry(kind).join(', ')})`).join(', ')
}

// Visitors choose some names, for example campaign names. Without a limit, they could fill a day with millions of
// names. For each project and UTC day, only the most clicked names get their own rows. All other names share one row
// without a name, in daily rollups and in queries of `clicks`. Human clicks rank first, so that bots can't displace a
// human's name.

/**
 * Maximum number of names that get their own row for a day. A day with at most this many clicks can't have more names,
 * so it needs no limit.
 */
export const maxNamesPerDay = 10_000

export const boundedKinds = (Object.keys(breakdownColumns) as BreakdownKind[]).filter((kind) => breakdownColumns[kind].isBounded)

/**
 * Returns the ORDER BY and LIMIT BY clauses for a query of `name`, `country`, `humans` and `bots`. With these clauses,
 * the query returns only the names that get their own rows, for each value of `keys`.
 */
export function limitToMostClicked(keys: string): string {
  return `ORDER BY humans DESC, bots DESC, cityHash64(name, country) LIMIT ${maxNamesPerDay} BY ${keys}`
}
