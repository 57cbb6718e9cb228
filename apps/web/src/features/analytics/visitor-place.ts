import type { Visitor } from '@linkshelf/contract'
import { countryName } from './traffic-names.ts'

/** Where a visitor was, the nearest name first and each said once: Berlin, Germany. Empty when nothing is known. */
export function placeOfVisitor({ city, subdivision1, country }: Pick<Visitor, 'city' | 'subdivision1' | 'country'>): string[] {
  const names = [city, subdivision1, country === '' ? '' : countryName(country)]
  return [...new Set(names)].filter((name) => name !== '')
}
