// The columns of each kind of breakdown, and what queries of `clicks` and rollups derive from them.
import type { BreakdownKind } from '@linkshelf/contract'

interface BreakdownColumn {
  /** The column of `clicks` and `page_views` that has the name. */
  column: string
  /** The column that tells apart names which several countries share. */
  countryColumn?: 'country'
  /** Whether visitors choose the names or there are too many of them. Other kinds have a few hundred names at most. */
  isBounded?: true
  /** The version of the first rollups that have the kind. A rollup of a lower version lacks it. */
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

/** Name and country of a row of `clicks`, as expressions. The country is empty if the kind has no country column. */
export function toNameAndCountry(kind: BreakdownKind): readonly [name: string, country: string] {
  const { column, countryColumn } = breakdownColumns[kind]
  return [`toString(clicks.${column})`, countryColumn === undefined ? "''" : `toString(clicks.${countryColumn})`]
}

/** The elements of an array of (kind, name, country), as expressions on `clicks`. */
export function toProperties(kinds: readonly BreakdownKind[]): string {
  return kinds.map((kind) => `('${kind}', ${toNameAndCountry(kind).join(', ')})`).join(', ')
}

// Visitors choose some names, such as those of campaigns: without a bound, they could fill a day with millions of them.
// The names of a project and UTC day beyond the most clicked ones become one row without a name, in daily rollups and
// in queries of `clicks` alike. Clicks of humans rank first, so that bots can't push a human's name out.

/** A day with at most as many clicks needs no bound. */
export const maxNamesPerDay = 10_000

export const boundedKinds = (Object.keys(breakdownColumns) as BreakdownKind[]).filter((kind) => breakdownColumns[kind].isBounded)

/**
 * The end of a query of `name`, `country`, `humans` and `bots`: it returns the names that get a row of their own,
 * for each value of `keys`.
 */
export function mostClickedBy(keys: string): string {
  return `ORDER BY humans DESC, bots DESC, cityHash64(name, country) LIMIT ${maxNamesPerDay} BY ${keys}`
}
