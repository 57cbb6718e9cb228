import type { BreakdownKind } from '@linkshelf/contract'

/** Name and country of each kind's rows. */
const nameColumns: Record<BreakdownKind, string> = {
  country: "toString(country), ''",
  city: 'city, toString(country)',
  device: "toString(device), ''",
  browser: "toString(browser), ''",
  os: "toString(os), ''",
  referrer: "toString(referrer), ''",
  utm_source: "toString(utm_source), ''",
  utm_medium: "toString(utm_medium), ''",
  utm_campaign: "toString(utm_campaign), ''",
  shop: "toString(shop), ''",
  shop_reason: "toString(shop_reason), ''",
  video: "toString(video), ''",
}

/** The elements of an array of (kind, name, country), as expressions on `clicks`. */
export function propertiesOf(kinds: readonly BreakdownKind[]): string {
  return kinds.map((kind) => `('${kind}', ${nameColumns[kind]})`).join(', ')
}
