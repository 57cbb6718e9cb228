// Reads records of geoip databases, in the layouts of MaxMind and ip-location-db.

export interface Location {
  /** Country code of ISO 3166-1 (two letters). */
  country: string
  subdivision: string
  city: string
}

/** Returns the location in a record. Undefined if the record has no country. */
export function toLocation(record: unknown): Location | undefined {
  const country = readCountryCode(record)
  if (country === '') return undefined
  return {
    country,
    subdivision: readTextAt(record, 'state1') || readTextAt(record, 'subdivisions', '0', 'names', 'en'),
    city: readTextAt(record, 'city') || readTextAt(record, 'city', 'names', 'en'),
  }
}

/** Returns the country code of ISO 3166-1 (two capital letters), or an empty string if the record has no country. */
export function readCountryCode(record: unknown): string {
  const country = readTextAt(record, 'country_code') || readTextAt(record, 'country', 'iso_code')
  return /^[A-Z]{2}$/.test(country) ? country : ''
}

function readTextAt(record: unknown, ...path: string[]): string {
  let value = record
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return ''
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' ? value : ''
}
