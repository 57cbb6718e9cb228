import { expect, it } from 'vitest'
import { exportFileName } from './export-file-name.ts'

const days = { from: '2026-03-01', to: '2026-03-07' }

it.each([
  ['Everyday Reviews', undefined, 'overview', 'everyday-reviews-clicks-2026-03-01-to-2026-03-07.csv'],
  ['Everyday Reviews', '7xK2mPq', 'utm_source', 'everyday-reviews-7xK2mPq-campaign-sources-2026-03-01-to-2026-03-07.csv'],
  ['../../etc/passwd\r\n', undefined, 'urls', 'etc-passwd-links-2026-03-01-to-2026-03-07.csv'],
  ['\u202Efdp.exe "%2e"', undefined, 'urls', 'fdp-exe-2e-links-2026-03-01-to-2026-03-07.csv'],
  ['日本 हिन्दी', undefined, 'country', '日本-हिन्दी-countries-2026-03-01-to-2026-03-07.csv'],
  ['🛒', undefined, 'country', 'countries-2026-03-01-to-2026-03-07.csv'],
] as const)(
  'names an export of project %j, link %j and kind %s with characters that every file system accepts',
  (project, slug, of, name) => {
    expect(exportFileName({ project, slug, of, ...days })).toBe(name)
  },
)
