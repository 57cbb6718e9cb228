import { expect, it } from 'vitest'
import { forecastLinkImport } from './link-import-forecast.ts'
import type { LinkImport, LinkImportCounts } from './link-imports.ts'

const noCounts = { created: 0, skipped: 0, rejected: 0, over_limit: 0, unusable_slugs: 0, unverified_domains: 0, incomplete: 0 }
/** Ten rows: five links, one row with a taken short name, and four rows of an unverified domain. */
const base = { ...noCounts, created: 5, rejected: 5, unusable_slugs: 1, unverified_domains: 4 }
const moved = { ...noCounts, created: 2, skipped: 1, rejected: 1, unusable_slugs: 1 }

function aCheckedImport(counts: Partial<LinkImportCounts> = {}): LinkImport {
  return {
    ...{ import_id: '01900000-0000-7000-8000-000000000001', file_name: 'links.csv', state: 'ready', failure: null, undo: null, rows: 10 },
    ...{ processed: 10, ignored_columns: [], created_at: '2026-11-26T12:00:00.000Z', finished_at: null },
    ...base,
    ...counts,
    replaced: null,
    domains: [{ host: 'old.example', rows: 4, status: 'unverified', moved }],
  }
}

it.each([
  ['as checked', {}, false, [], base],
  ['with other short names', {}, true, [], { ...base, created: 6, rejected: 4 }],
  [
    'with moved links',
    {},
    false,
    ['old.example'],
    { ...base, created: 7, skipped: 1, rejected: 2, unusable_slugs: 2, unverified_domains: 0 },
  ],
  ['with both', {}, true, ['old.example'], { ...base, created: 9, skipped: 1, rejected: 0, unusable_slugs: 2, unverified_domains: 0 }],
  ['with a domain that the file does not have', {}, false, ['new.example'], base],
  [
    'with both if the plan has no more links',
    { over_limit: 1, rejected: 6 },
    true,
    ['old.example'],
    { ...base, created: 5, skipped: 1, rejected: 5, over_limit: 5, unusable_slugs: 2, unverified_domains: 0 },
  ],
] as const)('forecasts an import %s', (_title, counts, replace_slugs, move_domains, expected) => {
  expect(forecastLinkImport(aCheckedImport(counts), { replace_slugs, move_domains: [...move_domains] })).toEqual(expected)
})

it('uses the checked counts of an import with other short names', () => {
  const replaced = { ...base, created: 5, skipped: 1, rejected: 4 }

  expect(forecastLinkImport({ ...aCheckedImport(), replaced }, { replace_slugs: true })).toEqual(replaced)
})
