import type { BreakdownKind, BreakdownRow, DeviceKind } from '@linkshelf/contract'

interface BreakdownWords {
  title: string
  /** What a row is one of, as the head of its column. */
  one: string
  /** The row of those of whom it is not known. */
  unknown: string
}

export const breakdownWords: Record<BreakdownKind, BreakdownWords> = {
  country: { title: 'Countries', one: 'Country', unknown: 'Unknown' },
  city: { title: 'Cities', one: 'City', unknown: 'Unknown' },
  device: { title: 'Devices', one: 'Device', unknown: 'Unknown' },
  browser: { title: 'Browsers', one: 'Browser', unknown: 'Unknown' },
  os: { title: 'Operating systems', one: 'System', unknown: 'Unknown' },
  referrer: { title: 'Referrers', one: 'Referrer', unknown: 'Direct or unknown' },
  utm_source: { title: 'Campaign sources', one: 'Source', unknown: 'Not set' },
  utm_medium: { title: 'Campaign media', one: 'Medium', unknown: 'Not set' },
  utm_campaign: { title: 'Campaigns', one: 'Campaign', unknown: 'Not set' },
}

const deviceWords: Record<DeviceKind, string> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tv: 'TV',
  console: 'Game console',
  other: 'Other',
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The English name of an ISO 3166-1 alpha-2 code; what is no such code stays as it is. */
export function countryName(letters: string): string {
  try {
    return countries.of(letters) ?? letters
  } catch {
    return letters
  }
}

/** A row's name as people read it. */
export function trafficName(by: BreakdownKind, { name }: Pick<BreakdownRow, 'name'>): string {
  if (name === '') return breakdownWords[by].unknown
  if (by === 'country') return countryName(name)
  if (by === 'device') return Object.entries(deviceWords).find(([kind]) => kind === name)?.[1] ?? name
  return name
}
