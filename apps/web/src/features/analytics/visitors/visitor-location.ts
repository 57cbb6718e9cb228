import { countryName, type Visitor } from '@linkshelf/contract'

/** The location of a visitor, nearest name first and without repetition: Berlin, Germany. Empty when unknown. */
export function visitorLocation({ city, subdivision1, country }: Pick<Visitor, 'city' | 'subdivision1' | 'country'>): string[] {
  const names = [city, subdivision1, country === '' ? '' : countryName(country)]
  return [...new Set(names)].filter((name) => name !== '')
}
