// Reads what geoip databases say of an address, in the layouts of MaxMind and of ip-location-db.

export interface Location {
  /** The country, two letters of ISO 3166-1. */
  country: string
  subdivision: string
  city: string
}

/** Undefined for a record without a country. */
export function toLocation(record: unknown): Location | undefined {
  const country = countryInRecord(record)
  if (country === '') return undefined
  return {
    country,
    subdivision: textAt(record, 'state1') || textAt(record, 'subdivisions', '0', 'names', 'en'),
    city: textAt(record, 'city') || textAt(record, 'city', 'names', 'en'),
  }
}

/** ISO 3166-1, two capital letters; empty when the record has none. */
export function countryInRecord(record: unknown): string {
  const country = textAt(record, 'country_code') || textAt(record, 'country', 'iso_code')
  return /^[A-Z]{2}$/.test(country) ? country : ''
}

function textAt(record: unknown, ...path: string[]): string {
  let value = record
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return ''
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' ? value : ''
}
