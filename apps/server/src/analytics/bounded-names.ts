// Visitors choose some names, such as those of campaigns: without a bound, they could fill a day with millions of them.
// The names of a project and UTC day beyond the most clicked ones become one row without a name, in daily rollups and
// in queries of the `clicks` table alike. Clicks of humans rank first, so that bots can't push a human's name out.
import type { BreakdownKind } from '@linkshelf/contract'

/** A day with at most as many clicks needs no bound. */
export const maxNamesPerDay = 10_000

/** Their names come from requests, or are too many; the others have a few hundred at most. */
export const boundedKinds: readonly BreakdownKind[] = [
  'city',
  'referrer',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'video',
]

/**
 * The end of a query of `name`, `country`, `humans` and `bots`: it returns the names that get a row of their own,
 * for each value of `keys`.
 */
export function mostClickedBy(keys: string): string {
  return `ORDER BY humans DESC, bots DESC, cityHash64(name, country) LIMIT ${maxNamesPerDay} BY ${keys}`
}
