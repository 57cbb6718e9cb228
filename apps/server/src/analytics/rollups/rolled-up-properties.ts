import type { BreakdownKind } from '@linkshelf/contract'

/** The version of today's rollups. */
export const rollupVersion = 2

/** The version of rollups that first had a property, of those that were added since versions are stored. */
const firstVersions: Partial<Record<BreakdownKind, number>> = { source: 1, utm_term: 1, utm_content: 1, domain: 2 }

/** A rollup of a lower version lacks the property. */
export function firstVersionOf(kind: BreakdownKind): number {
  return firstVersions[kind] ?? 0
}

/** Name and country of each kind's rows. */
const nameColumns: Record<BreakdownKind, string> = {
  country: "toString(country), ''",
  city: 'city, toString(country)',
  device: "toString(device), ''",
  browser: "toString(browser), ''",
  os: "toString(os), ''",
  referrer: "toString(referrer), ''",
  source: "toString(source), ''",
  utm_source: "toString(utm_source), ''",
  utm_medium: "toString(utm_medium), ''",
  utm_campaign: "toString(utm_campaign), ''",
  utm_term: "toString(utm_term), ''",
  utm_content: "toString(utm_content), ''",
  shop: "toString(shop), ''",
  shop_reason: "toString(shop_reason), ''",
  video: "toString(video), ''",
  domain: "toString(host), ''",
}

/** The elements of an array of (kind, name, country), as expressions on `clicks`. */
export function propertiesOf(kinds: readonly BreakdownKind[]): string {
  return kinds.map((kind) => `('${kind}', ${nameColumns[kind]})`).join(', ')
}
